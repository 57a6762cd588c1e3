import { setTimeout as wait } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { ocoren } from '../../../fixtures/edi/samples'
import { testCnpj } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { call, issuerTest, ok, run, server } from '../../nfe/nota/issuing.fixture'
import { lockNames } from '../../platform/locks'
import {
  CARRIER,
  carrierId,
  head,
  linesOf,
  openCarrier,
  OWN,
  PATH,
  shipped,
  taken,
  tracking,
  upload,
} from './edi.fixture'

/** Files of carriers, and the deliveries that they tell. */

issuerTest()
beforeAll(openCarrier)

const DAY = '2026-11-26'

describe('an OCOREN', () => {
  it('tells sales what became of them, once, in both editions; what fits no note waits and is tried again', async () => {
    const [one, other] = [await shipped(), await shipped()]
    const unknown = { issuer: OWN, series: 1, number: 99_999_999 }
    const text = ocoren(head(), [
      { ...one.note, code: '00', day: '2026-11-25' },
      { ...one.note, code: '01', day: DAY, text: 'RECEBIDO NA PORTARIA' },
      { ...unknown, code: '01', day: DAY },
      { issuer: testCnpj(9), series: 1, number: 1, code: '01', day: DAY },
    ])
    const told = await taken(text)
    expect(told).toMatchObject({ tipo: 'ocoren', versao: '3.0a', linhas: 4, aplicadas: 2, pendentes: 2, ignoradas: 0 })
    expect(await tracking(one.venda_id)).toMatchObject([
      { codigo: '00', efeito: 'a_caminho', origem: 'edi', transportadora_id: carrierId() },
      { codigo: '01', efeito: 'entregue', xRecado: 'RECEBIDO NA PORTARIA' },
    ])
    expect((await ok('GET', `/api/venda/${one.venda_id}`)).dhEnviado).toBe(
      (await tracking(one.venda_id))[0].dhOcorrencia,
    )
    expect(await linesOf(told.id)).toMatchObject([
      { situacao: 4, venda_id: one.venda_id },
      { situacao: 4 },
      { situacao: 1, motivo: 'Não há NF-e autorizada de série 1 e número 99999999.' },
      { situacao: 1, motivo: expect.stringMatching(/^A nota é de outro emitente: /) },
    ])
    // The same event of the same note in another file, of the other edition.
    const again = await taken(
      ocoren(head('5.0'), [
        { ...one.note, code: '01', day: DAY },
        { ...other.note, code: '03', day: DAY, text: 'SEM PEDIDO' },
        { ...other.note, code: '03', day: DAY },
      ]),
    )
    expect(again).toMatchObject({ versao: '5.0', aplicadas: 1, ignoradas: 2, pendentes: 0 })
    expect(await tracking(one.venda_id)).toHaveLength(2)
    expect(await tracking(other.venda_id)).toMatchObject([{ efeito: 'recusada', xRecado: 'SEM PEDIDO' }])
    expect((await ok('GET', `/api/venda/${other.venda_id}`)).dhEnviado).toBeNull()
  })

  it('is applied to a note that was issued later, by trying again, and applying twice changes nothing', async () => {
    const { note } = await shipped()
    const next = { ...note, number: note.number + 1 }
    const told = await taken(ocoren(head(), [{ ...next, code: '01', day: DAY }]))
    expect(told).toMatchObject({ aplicadas: 0, pendentes: 1 })
    expect(await ok('GET', `${PATH}/${told.id}`)).toMatchObject({
      status: 1,
      transportadora_id: carrierId(),
      CNPJ_transp: CARRIER,
      dGeracao: '2026-11-26',
    })
    const later = await shipped()
    expect(later.note.number).toBe(next.number)
    for (const _ of [1, 2])
      expect(await ok('POST', `${PATH}/${told.id}/tenta`)).toMatchObject({ aplicadas: 1, pendentes: 0 })
    expect(await tracking(later.venda_id)).toHaveLength(1)
    expect((await ok('GET', `${PATH}/${told.id}`)).status).toBe(4)
    expect((await call('DELETE', `${PATH}/${told.id}`)).body.code).toBe('applied')
  })

  it('says what became of the stop of a released route, as whoever drives it would', async () => {
    const [done, refused] = [await shipped(), await shipped()]
    const veiculo_id = (await server.insert('veiculo', { transportadora_id: carrierId(), placa: 'EDI1A11', UF: 'PR' }))
      .id
    const route = await ok('POST', '/api/expedicao/rota', { veiculo_id, dRota: DAY })
    await ok('POST', `/api/expedicao/rota_venda/${route.id}/addVendas`, { vendas: [done.venda_id, refused.venda_id] })
    await ok('POST', `/api/expedicao/rota/${route.id}/libera`)
    await taken(
      ocoren(head(), [
        { ...done.note, code: '01', day: DAY },
        { ...refused.note, code: '03', day: DAY },
      ]),
    )
    const { rota_vendas } = await ok('GET', `/api/expedicao/rota/${route.id}`)
    expect(rota_vendas).toMatchObject([
      { dhEntrega: expect.any(String), xOcorrencia: null },
      { dhEntrega: null, xOcorrencia: 'Recusa por falta de pedido de compra' },
    ])
    const sent = await ok('POST', `${PATH}/geraNOTFIS`, { rota_id: route.id })
    expect(sent.notas).toBe(2)
  })
})

describe('a file', () => {
  it('409 the second time, naming the first; 400 what no carrier sent and what is sent by us; 413; 403 without the right; kept byte by byte', async () => {
    const text = `${ocoren(head(), [{ issuer: OWN, series: 1, number: 99_999_998, code: '99', day: DAY }])}349DO NOSSO JEITO\r\n`
    const told = await taken(text)
    expect((await upload(text, { name: 'copia.txt' })).body).toMatchObject({
      code: 'known_file',
      message: expect.stringContaining(`nº ${told.id} (arquivo.txt)`),
    })
    expect((await ok('GET', `${PATH}/${told.id}`)).desconhecidas).toEqual([{ line: 5, text: '349DO NOSSO JEITO' }])
    expect(await ok('GET', `${PATH}/${told.id}/conteudo`)).toBe(text)
    expect((await upload('OFXHEADER:100')).body.code).toBe('damaged_edi_file')
    expect((await upload('000\r\n310NOTFI')).body.code).toBe('own_file')
    expect((await upload(' '.repeat(20 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await call('POST', PATH, { arquivo: 'x' })).status).toBe(422)
    const clerk = await server.user({ permissions: ['show edi'] })
    expect((await upload(text, { as: clerk })).status).toBe(403)
    expect((await clerk('POST', `${PATH}/${told.id}/tenta`, {})).status).toBe(403)
    await ok('DELETE', `${PATH}/${told.id}`)
    expect(await linesOf(told.id)).toEqual([])
    expect(await taken(text)).toMatchObject({ linhas: 1 })
  })

  it('of another company is not there, and its notes are found by nobody else', async () => {
    const { id } = await taken(ocoren(head(), [{ issuer: OWN, series: 1, number: 2, code: '99', day: DAY }]))
    const { note, venda_id } = await shipped()
    const { id: empresa } = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
    const stranger = await server.user({ roles: ['admin'], empresas: [empresa] })
    for (const path of ['', '/tenta', '/conteudo'])
      expect((await stranger('GET', `${PATH}/${id}${path}`)).status).toBe(404)
    const own = ocoren(head(), [{ ...note, code: '01', day: DAY }])
    expect((await upload(own, { as: stranger })).body).toMatchObject({ aplicadas: 0, pendentes: 1 })
    expect(await tracking(venda_id)).toEqual([])
  })

  it('is only tried where that is asked, and two that send it at once take it in once', async () => {
    const { note, venda_id } = await shipped()
    const text = ocoren(head(), [{ ...note, code: '01', day: DAY }])
    const tried = await upload(text, { more: { simula: '1' } })
    expect(tried.body).toMatchObject({ aplicadas: 1 })
    expect((await call('GET', `${PATH}/${tried.body.id}`)).status).toBe(404)
    expect(await tracking(venda_id)).toEqual([])
    const answers = await Promise.all([1, 2, 3].map(() => upload(text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await tracking(venda_id)).toHaveLength(1)
  })
})

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

describe('an OCOREN that comes while somebody moves the route of its sales on', () => {
  it('tells no stop of a route that is finalised meanwhile', async () => {
    const { id, text } = await underWay()
    const told = await meanwhile(text, {
      take: (owner) => owner`update rota set "dhFinalizacao" = now() where id = ${id}`,
      rest: () => Promise.resolve(),
    })
    expect(told).toMatchObject({ aplicadas: 1 })
    expect((await ok('GET', `/api/expedicao/rota/${id}`)).rota_vendas).toMatchObject([{ dhEntrega: null }])
  })

  it.each([
    ['xOcorrencia', 'Portão fechado'],
    ['dhEntrega', '2026-11-25T12:00:00+00:00'],
  ])('tells no stop of which somebody has told (%s)', async (field, told) => {
    const { id, text } = await underWay()
    await run(`update rota_venda set "${field}" = '${told}' where rota_id = ${id}`)
    const stop = async () => (await ok('GET', `/api/expedicao/rota/${id}`)).rota_vendas[0]
    const before = await stop()
    expect(before[field]).not.toBeNull()
    expect(await taken(text)).toMatchObject({ aplicadas: 1 })
    expect(await stop()).toEqual(before)
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
    expect((await ok('GET', `/api/expedicao/rota/${id}`)).rota_vendas).toMatchObject([
      { dhEntrega: expect.any(String) },
    ])
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
})
