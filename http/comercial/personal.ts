import { sql } from 'drizzle-orm'
import { CUSTOMER, type Forgetting, MARK, type Personal } from '../cadastros/lgpd/personal'

const DOCUMENT = {
  ...CUSTOMER,
  goes: 'released',
  mark: ['cliente_xNome'],
  empty: ['cliente_CNPJ_CPF', 'cliente_endereco', 'obs'],
} as const

/** Sales tell of the customer by themselves from now on, and name none of their delivery addresses; quotes that never became a sale are no fiscal documents and let go of who asked at once. */
const freeDocuments: Forgetting = async (ctx, { register, record: { id } }) => {
  if (register.resource.name !== 'cliente') return
  await ctx.db.execute(sql`
    update venda d set "cliente_xNome" = c."xNome", "cliente_CNPJ_CPF" = c."CNPJ_CPF" from cliente c
    where d.cliente_id = ${id} and c.id = d.cliente_id and d."cliente_xNome" is null`)
  await ctx.db.execute(sql`update venda set endereco_id = null where cliente_id = ${id} and endereco_id is not null`)
  await ctx.db.execute(sql`
    update orcamento set "cliente_xNome" = ${MARK}, "cliente_CNPJ_CPF" = null, cliente_endereco = null, obs = null, "xContato" = null
    where cliente_id = ${id} and venda_id is null`)
  // What they wrote and were shown by the link of a quote.
  await ctx.db.execute(sql`update orcamento set "xAceite" = null, "xPedidoAlteracao" = null where cliente_id = ${id}`)
  await ctx.db.execute(
    sql`delete from orcamento_revisao r using orcamento o where o.id = r.orcamento_id and o.cliente_id = ${id}`,
  )
}

/** What quotes and sales tell of customers. */
export const sellingPersonal: Personal = {
  copies: [
    { ...DOCUMENT, resource: 'venda' },
    { ...CUSTOMER, resource: 'venda_devolucao', goes: 'released', empty: ['motivo'] },
    { ...DOCUMENT, resource: 'orcamento', empty: [...DOCUMENT.empty, 'xContato', 'xAceite', 'xPedidoAlteracao'] },
    {
      of: 'cliente',
      field: 'orcamento_id',
      through: ['orcamento', 'cliente_id'],
      resource: 'orcamento_revisao',
      goes: 'now',
      empty: ['conteudo'],
    },
  ],
  open: [
    {
      resource: 'venda',
      by: { field: 'cliente_id' },
      where: '"dhCancelamento" is null and "dhFaturamento" is null',
      one: 'venda em aberto',
      many: 'vendas em aberto',
    },
    {
      resource: 'orcamento',
      by: { field: 'cliente_id' },
      where: '"dhCancelamento" is null and "dhPerda" is null and "dhFechamento" is null and "dhFaturamento" is null',
      one: 'orçamento em aberto',
      many: 'orçamentos em aberto',
    },
  ],
  kept: [{ resource: 'venda', field: 'cliente_id', date: 'coalesce("dhFaturamento", "dhFechamento", criado_em)' }],
  forget: freeDocuments,
}
