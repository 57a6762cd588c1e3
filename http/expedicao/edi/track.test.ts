import { setTimeout as wait } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, it } from 'vitest'
import { ocoren } from '../../../fixtures/edi/samples'
import { asOwner } from '../../../fixtures/as-owner'
import { SYSTEM } from '../../db/pool'
import { issuerTest, ok, server } from '../../nfe/nota/issuing.fixture'
import { lockNames } from '../../platform/locks'
import { carrierId, head, openCarrier, PATH, shipped, taken } from './edi.fixture'

/** A carrier's file that comes while somebody moves the route of its sales on. */

issuerTest()
beforeAll(openCarrier)

const DAY = '2026-11-26'
let plates = 0

/** A released route with one sale, and the file that says that it was delivered. */
async function underWay() {
  const sale = await shipped()
  const plate = `EDI2A${10 + ++plates}`
  const { id: veiculo_id } = await server.insert('veiculo', { transportadora_id: carrierId(), placa: plate, UF: 'PR' })
  const { id } = await ok('POST', '/api/expedicao/rota', { veiculo_id, dRota: DAY })
  await ok('POST', `/api/expedicao/rota_venda/${id}/addVendas`, { vendas: [sale.venda_id] })
  await ok('POST', `/api/expedicao/rota/${id}/libera`)
  return {
    id: Number(id),
    venda_id: Number(sale.venda_id),
    text: ocoren(head(), [{ ...sale.note, code: '01', day: DAY }]),
  }
}

/** Until a transaction of this database waits for a lock of another, or `work` is done. */
async function untilHeldUp(work: Promise<unknown>): Promise<void> {
  const now = { isDone: false }
  const done = work.finally(() => (now.isDone = true))
  await Promise.race([
    done,
    asOwner(server.url, async (owner) => {
      const waits = () =>
        owner`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted`
      while (!now.isDone && (await waits()).length === 0) await wait(5)
    }),
  ])
}

/** Holds locks as `take` takes them, lets a file come, does the rest and commits; answers what became of the file. */
async function meanwhile(
  text: string,
  { take, rest }: Readonly<Record<'take' | 'rest', (owner: TransactionSql) => Promise<unknown>>>,
) {
  let coming: ReturnType<typeof taken> | undefined
  await asOwner(server.url, (owner) =>
    owner.begin(async (transaction) => {
      await take(transaction)
      coming = taken(text)
      await untilHeldUp(coming)
      await rest(transaction)
    }),
  )
  return coming
}

it('tells no stop of a route that is finalised meanwhile', async () => {
  const { id, text } = await underWay()
  const told = await meanwhile(text, {
    take: (owner) => owner`update rota set "dhFinalizacao" = now() where id = ${id}`,
    rest: () => Promise.resolve(),
  })
  expect(told).toMatchObject({ aplicadas: 1 })
  expect((await ok('GET', `/api/expedicao/rota/${id}`)).rota_vendas).toMatchObject([{ dhEntrega: null }])
})

it('holds no sale while it waits for a route, which is held first', async () => {
  const { id, venda_id, text } = await underWay()
  await meanwhile(text, {
    take: async (owner) => {
      await owner`select 1 from rota where id = ${id} for update`
      await owner`select 1 from rota_venda where rota_id = ${id} for update`
    },
    rest: (owner) => owner`select 1 from venda where id = ${venda_id} for update nowait`,
  })
  expect((await ok('GET', `/api/expedicao/rota/${id}`)).rota_vendas).toMatchObject([{ dhEntrega: expect.any(String) }])
})

it('is tried again while no other file is taken in', async () => {
  const { text } = await underWay()
  const { id } = await taken(text)
  let isDone = false
  const { trying } = await server.pool.transaction(SYSTEM, async (db) => {
    await lockNames(db, [`edi ${server.empresa_id}`])
    const asked = ok('POST', `${PATH}/${id}/tenta`).finally(() => (isDone = true))
    await untilHeldUp(asked)
    expect(isDone).toBe(false)
    return { trying: asked }
  })
  expect(await trying).toMatchObject({ aplicadas: 1 })
})
