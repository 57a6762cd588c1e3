import { type SQL, sql } from 'drizzle-orm'
import { chosen } from '../relatorios/period'
import { recordAddress } from '../relatorios/drill'
import { report } from '../relatorios/report'

/** Reports of stock and prices. */

const STATES: Readonly<Record<string, SQL>> = {
  com_saldo: sql`coalesce(s.q_total, 0) > 0`,
  minimo: sql`m.q_minimo > 0 and coalesce(s.q_total, 0) <= m.q_minimo`,
  zerado: sql`coalesce(s.q_total, 0) = 0`,
}

const grupo = { kind: 'ref', label: 'Grupo', resource: 'estoque/mercadoria_grupo' } as const
const fabricante = { kind: 'ref', label: 'Fabricante', resource: 'estoque/fabricante' } as const

export const posicaoEstoque = report({
  rel_name: 'estoque_posicao',
  title: 'Posição de estoque',
  description: 'Saldo, reserva, custo médio e valor de cada produto, agora.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: {
    situacao: {
      kind: 'choice',
      label: 'Situação',
      initial: 'com_saldo',
      options: [
        { value: 'com_saldo', label: 'Com saldo' },
        { value: 'minimo', label: 'No mínimo ou abaixo' },
        { value: 'zerado', label: 'Sem saldo' },
        { value: 'todos', label: 'Todos' },
      ],
    },
    grupo_id: grupo,
    fabricante_id: fabricante,
  },
  wide: true,
  columns: [
    { field: 'codigo', label: 'Código', kind: 'code' },
    { field: 'xProd', label: 'Produto', kind: 'text' },
    { field: 'grupo', label: 'Grupo', kind: 'text', width: 1.4 },
    { field: 'un', label: 'Un.', kind: 'code', width: 0.5 },
    { field: 'q_minimo', label: 'Mínimo', kind: 'quantity' },
    { field: 'q_total', label: 'Saldo', kind: 'quantity' },
    { field: 'q_reservado', label: 'Reservado', kind: 'quantity' },
    { field: 'q_disp', label: 'Disponível', kind: 'quantity' },
    { field: 'vCustoMedio', label: 'Custo médio', kind: 'money', right: 'custo' },
    { field: 'vTotal', label: 'Valor', kind: 'money', sum: true, right: 'custo' },
  ],
  drill: (row) => recordAddress('mercadoria', row.id),
  query: (_, values) => sql`
    select m.id, m.codigo, m."xProd", g.descricao as grupo, u.un, m.q_minimo, coalesce(s.q_total, 0) as q_total, coalesce(s.q_reservado, 0) as q_reservado,
      coalesce(s.q_total - s.q_reservado, 0) as q_disp, coalesce(s."vCustoMedio", 0) as "vCustoMedio", coalesce(s."vTotal", 0) as "vTotal"
    from mercadoria m left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${values.empresa_id}
    left join mercadoria_grupo g on g.id = m.grupo_id left join unidade u on u.id = m.unidade_id
    where m.ativo and ${STATES[values.text('situacao') ?? ''] ?? sql`true`} and ${chosen(sql`m.grupo_id`, values, 'grupo_id')}
      and ${chosen(sql`m.fabricante_id`, values, 'fabricante_id')} order by m."xProd", m.id`,
})

export const listaPrecos = report({
  rel_name: 'lista_precos',
  title: 'Lista de preços',
  description: 'Os preços de uma tabela, por grupo e produto, para enviar ou imprimir.',
  category: 'Comercial',
  rights: ['mercadoria'],
  filters: {
    tabela_preco_id: {
      kind: 'ref',
      label: 'Tabela de preço',
      resource: 'comercial/tabela_preco',
      required: true,
    },
    grupo_id: grupo,
    fabricante_id: fabricante,
  },
  columns: [
    { field: 'grupo', label: 'Grupo', kind: 'text', width: 1.4 },
    { field: 'codigo', label: 'Código', kind: 'code' },
    { field: 'xProd', label: 'Produto', kind: 'text' },
    { field: 'fabricante', label: 'Fabricante', kind: 'text', width: 1.2 },
    { field: 'un', label: 'Un.', kind: 'code', width: 0.5 },
    { field: 'vUnTrib', label: 'Preço', kind: 'money' },
  ],
  drill: (row) => recordAddress('mercadoria', row.id),
  query: (_, values) => sql`
    select m.id, g.descricao as grupo, m.codigo, m."xProd", f.descricao as fabricante, u.un, p."vUnTrib"
    from mercadoria_preco p join mercadoria m on m.id = p.mercadoria_id left join mercadoria_grupo g on g.id = m.grupo_id
    left join fabricante f on f.id = m.fabricante_id left join unidade u on u.id = m.unidade_id
    where m.ativo and m.exibe_tabela and ${chosen(sql`p.tabela_preco_id`, values, 'tabela_preco_id')} and ${chosen(sql`m.grupo_id`, values, 'grupo_id')}
      and ${chosen(sql`m.fabricante_id`, values, 'fabricante_id')} order by g.descricao nulls last, m."xProd", m.id`,
})
