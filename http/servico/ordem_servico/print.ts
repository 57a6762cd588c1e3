import { sql } from 'drizzle-orm'
import { formatDate, formatDateTime } from '../../../core/br/date-text'
import { ordemServicoFields } from '../../../core/fields/servico/ordem-servico'
import { wordOf } from '../../../core/fields/field'
import type { Fact } from '../../../core/quotes/revision'
import { customerFacts } from '../../comercial/print'
import type { Row } from '../../platform/resource'
import { joined, type Kind, named, text } from '../../relatorios/document'
import { instalmentsIn } from '../../relatorios/parts'
import { ordemServico } from './ordem-servico'

/** A service order on paper: for whom, on what, what was found and done, its lines, its instalments, and who signed. */
export const serviceOnPaper: Kind = {
  resource: ordemServico,
  columns: sql`coalesce(d."cliente_xNome", c."xNome") as cliente_nome, c.fone as cliente_fone, k."xNome" as tecnico`,
  joins: sql`left join cliente c on c.id = d.cliente_id left join colaborador k on k.id = d.colaborador_id`,
  facts,
  lines: (ids) => sql`
    select * from (
      select 0 as kind, l.id, l.ordem_servico_id as documento, s.codigo, l."xServ" as "xProd", l.un, l."qTrib", l."vUnTrib" as preco, 2 as casas, 0 as casas_q, l."vTotal",
        case when l.garantia then 'Em garantia' end as caracteristicas
      from ordem_servico_servico l left join servico s on s.id = l.servico_id where l.ordem_servico_id = any (${ids})
      union all
      select 1, l.id, l.ordem_servico_id, m.codigo, l."xProd", l.un, l."qTrib", l."vUnTrib", m.decimal_preco, (select u.decimal from unidade u where u.id = m.unidade_id), l."vTotal",
        case when l.garantia then 'Em garantia' end
      from ordem_servico_mercadoria l left join mercadoria m on m.id = l.mercadoria_id where l.ordem_servico_id = any (${ids})) x
    order by kind, id`,
  instalments: instalmentsIn('ordem_servico_duplicata', 'ordem_servico_id'),
}

function facts(head: Row): Fact[] {
  return [
    ...customerFacts(head),
    ['Data', formatDate(text(head.criado_em))],
    ['Equipamento', joined([text(head.xEquipamento), named('nº de série', text(head.nSerie))], ' · ')],
    [
      'Prioridade',
      Number(head.prioridade) === 0 ? '' : (wordOf(ordemServicoFields.prioridade.meta, head.prioridade) ?? ''),
    ],
    ['Prometida para', formatDate(text(head.dPrevisao))],
    ['Técnico', text(head.tecnico)],
    ['Defeito ou pedido', text(head.defeito)],
    ['Laudo', text(head.laudo)],
    ...Object.entries(checklistOf(head.custom_fields)).map(([name, told]): Fact => [name, text(told)]),
    ['Finalizada em', formatDateTime(text(head.dhFinalizacao))],
    ['Assinada por', joined([text(head.xAssinante), formatDateTime(text(head.dhAssinatura))], ' em ')],
  ]
}

const checklistOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {})
