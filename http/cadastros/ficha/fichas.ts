import { sql } from 'drizzle-orm'
import { orcamento } from '../../comercial/orcamento/orcamento'
import { venda, vendaMercadoria } from '../../comercial/venda/venda'
import { pedidoCompra, pedidoCompraMercadoria } from '../../compras/pedido_compra/pedido-compra'
import { entrada, entradaMercadoria } from '../../estoque/entrada/entrada'
import {
  mercadoria,
  mercadoriaArmazenamento,
  mercadoriaFornecedor,
  mercadoriaPreco,
  mercadoriaSaldo,
} from '../../estoque/mercadoria'
import { contasPagar, contasReceber } from '../../financeiro/registers'
import type { Resource } from '../../platform/resource'
import { cliente, fornecedor } from '../pessoas'
import { DAY, fichaOf, type Figures, MONEY, NUMBER, PRICE, QUANTITY, type Section, TEXT } from './ficha'

const COST = 'custo'
const isOpen = `t."dhCancelamento" is null and t."vSaldo" > 0`
const SITUATION = { label: 'Situação', sql: 't.status', as: 'state' } as const
const ID = { label: 'Número', sql: 't.id', as: NUMBER } as const

type Person = 'cliente_id' | 'fornecedor_id'

/** What somebody owes, or is owed: all of it, and what is overdue. */
const owed = (of: Resource, person: Person): Figures => ({
  of,
  where: (id) => sql`t.${sql.identifier(person)} = ${id} and ${sql.raw(isOpen)}`,
  figures: [
    { label: 'Em aberto', sql: 'coalesce(sum(t."vSaldo"), 0)', as: MONEY },
    {
      label: 'Vencido',
      sql: (ctx) => sql`coalesce(sum(t."vSaldo") filter (where t."dVencimento" < ${ctx.clock.today()}), 0)`,
      as: MONEY,
    },
  ],
})

/** What a customer may still buy on credit: the limit less what is open; none where there is no limit. Who may not see the titles does not see it. */
const credit: Figures = {
  of: contasReceber,
  where: (id) => sql`t.cliente_id = ${id} and ${sql.raw(isOpen)}`,
  figures: [
    {
      label: 'Limite disponível',
      sql: (_, id) =>
        sql`(select nullif(c.limite_credito, 0) from cliente c where c.id = ${id}) - coalesce(sum(t."vSaldo"), 0)`,
      as: MONEY,
    },
  ],
}

const openTitles = (of: Resource, person: Person): Section => ({
  title: 'Títulos em aberto',
  of,
  where: (id) => sql`t.${sql.identifier(person)} = ${id} and ${sql.raw(isOpen)}`,
  columns: [
    { label: 'Número', sql: 't.numero', as: TEXT },
    { label: 'Vencimento', sql: 't."dVencimento"::text', as: DAY },
    { label: 'Valor', sql: 't."vDup"', as: MONEY },
    { label: 'Saldo', sql: 't."vSaldo"', as: MONEY },
  ],
  order: 't."dVencimento", t.id',
})

const documentsOf = (title: string, of: Resource, person: Person, day: string): Section => ({
  title,
  of,
  where: (id) => sql`t.${sql.identifier(person)} = ${id}`,
  columns: [
    ID,
    { label: 'Data', sql: `${day}::date::text`, as: DAY },
    SITUATION,
    { label: 'Total', sql: 't."vTotal"', as: MONEY },
  ],
  order: 't.id desc',
  opens: { resource: of.name, sql: 't.id' },
})

const fichaCliente = fichaOf(cliente, {
  facts: ['CNPJ_CPF', 'fone', 'email', 'email_list', 'prazo', 'limite_credito'],
  figures: [
    owed(contasReceber, 'cliente_id'),
    credit,
    {
      of: venda,
      where: (id) => sql`t.cliente_id = ${id} and t."dhCancelamento" is null`,
      figures: [
        { label: 'Vendas', sql: 'count(*)::int', as: { kind: 'integer' } },
        { label: 'Última compra', sql: 'max(t."dhAbertura")::date::text', as: DAY },
      ],
    },
  ],
  sections: [
    openTitles(contasReceber, 'cliente_id'),
    documentsOf('Últimas vendas', venda, 'cliente_id', 't."dhAbertura"'),
    documentsOf('Últimos orçamentos', orcamento, 'cliente_id', 't."dhAbertura"'),
    {
      title: 'Preços pagos',
      of: vendaMercadoria,
      joins: 'join venda d on d.id = t.venda_id',
      where: (id) => sql`d.cliente_id = ${id} and d."dhCancelamento" is null`,
      columns: [
        { label: 'Mercadoria', sql: 't."xProd"', as: TEXT },
        { label: 'Data', sql: 'd."dhAbertura"::date::text', as: DAY },
        { label: 'Quantidade', sql: 't."qTrib"', as: QUANTITY },
        { label: 'Preço', sql: 't."vUnLiquido"', as: PRICE },
      ],
      order: 't.id desc',
      opens: { resource: 'venda', sql: 'd.id' },
    },
  ],
})

const PURCHASED = [
  { label: 'Data', sql: 'd."dEmissao"::text', as: DAY },
  { label: 'Quantidade', sql: 't."qTrib"', as: QUANTITY },
  { label: 'Preço', sql: 't."vUnTrib"', as: PRICE },
] as const

const fichaFornecedor = fichaOf(fornecedor, {
  facts: ['CNPJ_CPF', 'fone', 'email'],
  figures: [owed(contasPagar, 'fornecedor_id')],
  sections: [
    openTitles(contasPagar, 'fornecedor_id'),
    documentsOf('Últimos pedidos de compra', pedidoCompra, 'fornecedor_id', 't."dEmissao"'),
    documentsOf('Últimas entradas', entrada, 'fornecedor_id', 't."dEmissao"'),
    {
      title: 'Preços praticados',
      of: entradaMercadoria,
      right: COST,
      joins: 'join entrada d on d.id = t.entrada_id join mercadoria m on m.id = t.mercadoria_id',
      where: (id) => sql`d.fornecedor_id = ${id} and d."dhCancelamento" is null`,
      columns: [{ label: 'Mercadoria', sql: 'm."xProd"', as: TEXT }, ...PURCHASED],
      order: 't.id desc',
      opens: { resource: 'entrada', sql: 'd.id' },
    },
  ],
})

const fichaMercadoria = fichaOf(mercadoria, {
  facts: ['codigo', 'cEAN', 'NCM', 'q_minimo', 'custo'],
  figures: [
    {
      of: mercadoriaSaldo,
      where: (id) => sql`t.mercadoria_id = ${id}`,
      figures: [
        { label: 'Estoque', sql: 'coalesce(sum(t.q_total), 0)', as: QUANTITY },
        { label: 'Reservado', sql: 'coalesce(sum(t.q_reservado), 0)', as: QUANTITY },
      ],
    },
    {
      of: mercadoriaSaldo,
      right: COST,
      where: (id) => sql`t.mercadoria_id = ${id}`,
      figures: [{ label: 'Custo médio', sql: 'sum(t."vTotal") / nullif(sum(t.q_total), 0)', as: PRICE }],
    },
  ],
  sections: [
    {
      title: 'Estoque por local',
      of: mercadoriaArmazenamento,
      joins: 'join armazenamento a on a.id = t.armazenamento_id',
      where: (id) => sql`t.mercadoria_id = ${id} and t."qDisp" <> 0`,
      columns: [
        { label: 'Local', sql: 'a."xArmazenamento"', as: TEXT },
        { label: 'Quantidade', sql: 't."qDisp"', as: QUANTITY },
      ],
      order: 't."qDisp" desc, t.id',
    },
    {
      title: 'Preços',
      of: mercadoriaPreco,
      joins: 'join tabela_preco p on p.id = t.tabela_preco_id',
      where: (id) => sql`t.mercadoria_id = ${id}`,
      columns: [
        { label: 'Tabela', sql: 'p.descricao', as: TEXT },
        { label: 'Preço', sql: 't."vUnTrib"', as: PRICE },
      ],
      order: 'p.descricao, t.id',
    },
    {
      title: 'Últimas vendas',
      of: vendaMercadoria,
      joins: 'join venda d on d.id = t.venda_id left join cliente c on c.id = d.cliente_id',
      where: (id) => sql`t.mercadoria_id = ${id} and d."dhCancelamento" is null`,
      columns: [
        { label: 'Cliente', sql: 'c."xNome"', as: TEXT },
        { label: 'Data', sql: 'd."dhAbertura"::date::text', as: DAY },
        { label: 'Quantidade', sql: 't."qTrib"', as: QUANTITY },
        { label: 'Preço', sql: 't."vUnLiquido"', as: PRICE },
      ],
      order: 't.id desc',
      opens: { resource: 'venda', sql: 'd.id' },
    },
    {
      title: 'Pedidos de compra em aberto',
      of: pedidoCompraMercadoria,
      joins: 'join pedido_compra d on d.id = t.pedido_compra_id left join fornecedor f on f.id = d.fornecedor_id',
      where: (id) => sql`t.mercadoria_id = ${id} and d."dhCancelamento" is null and d."dhFinalizacao" is null`,
      columns: [
        { label: 'Fornecedor', sql: 'f."xNome"', as: TEXT },
        { label: 'Previsão', sql: 'coalesce(t."dPrevista", d."dPrevista")::text', as: DAY },
        { label: 'Quantidade', sql: 't."qTrib"', as: QUANTITY },
      ],
      order: 'coalesce(t."dPrevista", d."dPrevista"), t.id',
      opens: { resource: 'pedido_compra', sql: 'd.id' },
    },
    {
      title: 'Últimas entradas',
      of: entradaMercadoria,
      right: COST,
      joins: 'join entrada d on d.id = t.entrada_id left join fornecedor f on f.id = d.fornecedor_id',
      where: (id) => sql`t.mercadoria_id = ${id} and d."dhCancelamento" is null`,
      columns: [{ label: 'Fornecedor', sql: 'f."xNome"', as: TEXT }, ...PURCHASED],
      order: 't.id desc',
      opens: { resource: 'entrada', sql: 'd.id' },
    },
    {
      title: 'Fornecedores',
      of: mercadoriaFornecedor,
      joins: 'join fornecedor f on f.id = t.fornecedor_id',
      where: (id) => sql`t.mercadoria_id = ${id}`,
      columns: [
        { label: 'Fornecedor', sql: 'f."xNome"', as: TEXT },
        { label: 'Código', sql: 't.codigo', as: TEXT },
      ],
      order: 'f."xNome", t.id',
    },
  ],
})

/** Views of the life of customers, suppliers and products. */
export const fichas = [fichaCliente, fichaFornecedor, fichaMercadoria]
