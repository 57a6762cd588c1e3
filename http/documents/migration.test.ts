import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { knownMigrations } from '../db/migrate'

/** Documents of before steps were written down: the migration writes the steps that they would have got. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const MADE = ['entrada', 'venda', 'pedido_compra', 'solicitacao', 'ordem_producao', 'rota']
const LEDGERS = new Set(['movimento_estoque', 'movimento_financeiro'])

/** What names a step: by the tables that the migration knew, and those that came after it, in which nothing stood yet. */
async function naming(owner: Sql) {
  const rows = await owner<{ table: string; column: string; key: string }[]>`
    select c.conname as key, c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.confrelid = 'lancamento'::regclass`
  const isKnown = ({ table, column }: (typeof rows)[number]) =>
    column === 'origem_id' ? [...MADE, 'contas_receber', 'contas_pagar'].includes(table) : LEDGERS.has(table)
  return { known: rows.filter(isKnown), later: rows.filter((one) => !isKnown(one)) }
}
const REASON = { xJust: 'Lançado por engano no teste' }

async function ok(path: string, body: object = {}) {
  const answer = await server.admin('POST', path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** Orders received, kept and cancelled; sales of both kinds of operation, dispatched, invoiced, cancelled. */
async function documents(): Promise<{ order: number }> {
  const { empresa_id } = server
  await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const tipos = [
    (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
    (await server.insert('tipo_entrada_saida', { descricao: 'Serviço', tipo: 1, movimenta_estoque: false })).id,
  ]
  const mercadoria_id = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id
  const orders = []
  for (const fate of ['kept', 'cancelled', 'entry cancelled']) {
    const { id } = await ok('/api/compras/pedido_compra', {
      fornecedor_id,
      pedido_compra_mercadorias: [{ mercadoria_id, qTrib: 10, vUnTrib: 2 }],
    })
    await ok(`/api/compras/pedido_compra/${id}/addPagamento`, { string: '30/60' })
    await ok(`/api/compras/pedido_compra/${id}/fecha`)
    const { entrada_id } = await ok(`/api/compras/pedido_compra/${id}/finaliza`)
    await ok(`/api/entrada/${entrada_id}/finaliza`)
    if (fate === 'cancelled') await ok(`/api/compras/pedido_compra/${id}/cancela`, REASON)
    orders.push({ id, entrada_id })
  }
  for (const tipo_entrada_saida_id of tipos)
    for (const cancels of [false, true]) {
      const quote = await ok('/api/orcamento', {
        cliente_id,
        tipo_entrada_saida_id,
        orcamento_mercadorias: [{ mercadoria_id, qTrib: 1, vUnTrib: 5 }],
        orcamento_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: 5 }],
      })
      const { venda_id } = await ok(`/api/orcamento/${quote.id}/fecha`)
      await ok(`/api/venda/${venda_id}/fecha`)
      await ok(`/api/venda/${venda_id}/fatura`)
      if (cancels) await ok(`/api/venda/${venda_id}/cancela`, REASON)
    }
  const last = orders.at(-1)
  await ok(`/api/entrada/${last?.entrada_id}/cancela`, REASON)
  // As it was left before: finalised, by an entry that was cancelled.
  await asOwner(
    server.url,
    (owner) =>
      owner`update pedido_compra set "dhFinalizacao" = now(), entrada_id = ${last?.entrada_id} where id = ${last?.id}`,
  )
  return { order: last?.id ?? 0 }
}

const steps = (owner: Sql) => owner`
  select documento, documento_id, passo, user_id, "dhDesfeito" is not null as desfeito,
    case when passo = 'fatura' and documento = 'orcamento' then '{}' else dados end as dados,
    (select count(*)::int from movimento_estoque m where m.lancamento_id = n.id) as estoque,
    (select count(*)::int from movimento_financeiro m where m.lancamento_id = n.id) as titulos,
    (select count(*)::int from entrada m where m.origem_id = n.id) as entradas, (select count(*)::int from venda m where m.origem_id = n.id) as vendas
  from lancamento n order by documento, documento_id, passo`

it('gives the documents of before the steps that they would have got, and opens again what was left behind', async () => {
  const { order } = await documents()
  await asOwner(server.url, async (owner) => {
    const written = await steps(owner)
    expect(written.length).toBeGreaterThan(14)
    const { known, later } = await naming(owner)
    for (const { table, key } of later) await owner.unsafe(`alter table ${table} drop constraint ${key}`)
    for (const { table, column } of known) await owner.unsafe(`alter table ${table} drop column ${column}`)
    await owner.unsafe('drop table lancamento')
    const migration = knownMigrations().find((one) => one.name.endsWith('_lancamento.sql'))
    await owner.unsafe(migration?.sql ?? '')
    expect([...(await steps(owner))]).toEqual([...written])
    expect(await bookFaults(owner)).toEqual([])
    expect(
      await owner`select "dhFinalizacao", entrada_id, status from pedido_compra where id = ${order}`,
    ).toMatchObject([{ dhFinalizacao: null, entrada_id: null, status: 2 }])
  })
})

it('lets buyers go on importing and finalising, which ask the right to create an entry now; roles that could do neither are left as they are', async () => {
  await asOwner(server.url, async (owner) => {
    const given = async (edit: string) => {
      await owner`delete from role where name = 'buyer'`
      await owner`insert into role (name) values ('buyer')`
      for (const name of ['store entrada', edit])
        await owner`insert into permission (name) values (${name}) on conflict (name) do nothing`
      await owner`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.name = 'buyer' and p.name = ${edit}`
      await owner.unsafe(knownMigrations().find((one) => one.name.endsWith('_comprador_gera_entrada.sql'))?.sql ?? '')
      const rows = await owner<{ name: string }[]>`
        select p.name from role_permission x join role r on r.id = x.role_id join permission p on p.id = x.permission_id where r.name = 'buyer' order by 1`
      return rows.map((row) => row.name)
    }
    expect(await given('edit dfe')).toEqual(['edit dfe', 'store entrada'])
    expect(await given('edit solicitacao')).toEqual(['edit solicitacao'])
  })
})
