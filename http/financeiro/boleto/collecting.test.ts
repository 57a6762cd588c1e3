import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  SETUP,
  boleto,
  bytesOf,
  call,
  collected,
  exchangedWith,
  ids,
  instructionsOf,
  ok,
  openCollecting,
  owes,
  sent,
} from './collecting.fixture'

/** Boletos from the receivable to the bank: numbered, sent, confirmed, instructed, each once. */

let server: TestServer
const bank = new CollectionBank()
beforeAll(async () => {
  server = await openCollecting()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

/** Sends all that waits, and takes in what the bank says of it. */
const exchanged = () => exchangedWith(bank)

describe('a collection', () => {
  it('is held against its bank when it is saved, by field', async () => {
    const wrong = await call('POST', '/api/banco_cnab', { ...SETUP, banco_id: ids.account, carteira: '', convenio: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toHaveProperty('carteira')
    const other = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Sem código' })
    const none = await call('POST', '/api/banco_cnab', { ...SETUP, banco_id: other.id })
    expect(none.body.errors).toEqual({ banco_id: ['Informe antes o código do banco na conta caixa.'] })
    const range = await call('PUT', `/api/banco_cnab/${ids.setup}`, {
      nosso_numero_proximo: '10',
      nosso_numero_fim: '9',
    })
    expect(range.body.errors).toEqual({ nosso_numero_fim: ['O último número vem depois do próximo.'] })
    expect(await ok('GET', `/api/banco_cnab/${ids.setup}`)).toMatchObject({
      especieDoc: 'DM',
      aceite: 'N',
      layout: 'CNAB400',
    })
  })
})

describe('a boleto', () => {
  it('is numbered without gaps and once, is made of what is owed, and a receivable has one that lives', async () => {
    const one = await collected('199.90')
    const other = await collected('50.00')
    expect(BigInt(other.boleto.nosso_numero) - BigInt(one.boleto.nosso_numero)).toBe(1n)
    expect(one.boleto).toMatchObject({ situacao: 0, valor: 199.9, pMulta: 2, pJuros: 1, dVencimento: '2026-12-10' })
    expect(one.boleto.linha_digitavel).toMatch(/^2379\d{43}$/)
    const again = await call('POST', '/api/boleto', { contas_receber_id: one.title })
    expect(again.body).toMatchObject({ code: 'has_boleto' })
    // A refusal among several takes no number.
    const owed = await owes('10.00')
    const mixed = await call('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id, one.title] })
    expect(mixed.body).toMatchObject({ code: 'has_boleto' })
    const next = await collected('11.00')
    expect(BigInt(next.boleto.nosso_numero) - BigInt(other.boleto.nosso_numero)).toBe(1n)
    for (const { id } of [one.boleto, other.boleto, next.boleto]) await ok('POST', `/api/boleto/${id}/cancela`)
    expect((await boleto(one.boleto.id)).situacao).toBe(9)
    expect((await call('DELETE', `/api/boleto/${one.boleto.id}`)).status).toBe(400)
  })

  it('made by two at once is made once', async () => {
    const owed = await owes('33.00')
    const both = await Promise.all(
      [1, 2].map(() => call('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id] })),
    )
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400])
    const many = await Promise.all(Array.from({ length: 6 }, async () => (await collected('5.00')).boleto))
    const numbers = many.map((one) => Number(one.nosso_numero)).toSorted((a, b) => a - b)
    expect(numbers.at(-1)! - numbers[0]!).toBe(5)
    expect(new Set(numbers).size).toBe(6)
    for (const { id } of many) await ok('POST', `/api/boleto/${id}/cancela`)
    await ok('POST', `/api/contas_receber/${owed.id}/cancela`, {})
  })

  it('that the bank does not have follows its receivable; one that it has is told of by instructions, one a file', async () => {
    const one = await collected('100.00')
    await ok('PUT', `/api/contas_receber/${one.title}`, { dVencimento: '2027-01-15' })
    const moved = await boleto(one.boleto.id)
    expect(moved).toMatchObject({ dVencimento: '2027-01-15', nosso_numero: one.boleto.nosso_numero })
    expect(moved.linha_digitavel).not.toBe(one.boleto.linha_digitavel)
    await exchanged()
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 2 })
    await ok('PUT', `/api/contas_receber/${one.title}`, { dVencimento: '2027-02-15' })
    await ok('PUT', `/api/contas_receber/${one.title}`, { vConta: '90.00' })
    expect(await instructionsOf(one.boleto.id)).toMatchObject([
      { comando: 'vencimento', situacao: 0, dVencimento: '2027-02-15' },
      { comando: 'abatimento', situacao: 0, valor: 10 },
    ])
    await exchanged()
    expect((await instructionsOf(one.boleto.id)).map((row: { situacao: number }) => row.situacao)).toEqual([2, 0])
    // The new due day is printed once the bank has it; the abatement is the bank's.
    expect(await boleto(one.boleto.id)).toMatchObject({ dVencimento: '2027-02-15', valor: 100 })
    await exchanged()
    expect((await instructionsOf(one.boleto.id)).map((row: { situacao: number }) => row.situacao)).toEqual([2, 2])
    expect((await call('POST', '/api/remessa', { banco_cnab_id: ids.setup })).body).toMatchObject({ code: 'no_rows' })
    // Settled by hand: the bank is told to write it off.
    await ok('POST', `/api/contas_receber/${one.title}/baixa`, { banco_id: ids.account })
    expect((await instructionsOf(one.boleto.id)).at(-1)).toMatchObject({ comando: 'baixa', situacao: 0 })
    await exchanged()
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 5 })
  })
})

describe('a remessa', () => {
  it('says what the bank would refuse by title, field and column, and leaves nothing', async () => {
    const nobody = await server.insert('cliente', { xNome: 'Sem endereço' })
    const one = await collected('10.00', { cliente_id: nobody.id })
    const before = await ok('GET', `/api/banco_cnab/${ids.setup}`)
    const refused = await call('POST', '/api/remessa', { banco_cnab_id: ids.setup })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body.errors)).toMatch(/CEP do pagador \(coluna \d+\)/)
    expect(await ok('GET', `/api/banco_cnab/${ids.setup}`)).toMatchObject({ sequencia: before.sequencia })
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 0, remessa_id: null })
    await ok('POST', `/api/boleto/${one.boleto.id}/cancela`)
  })

  it('is downloaded again to the byte, and discarded only while the bank has not answered', async () => {
    const one = await collected('70.00')
    const { made, bytes } = await sent()
    expect(made).toMatchObject({ qTitulos: 1, vTotal: 70, arquivo: expect.stringMatching(/^CB\d{6}\.REM$/) })
    expect(await bytesOf(made.id)).toEqual(bytes)
    expect((await call('POST', `/api/remessa/${made.id}/descarta`, { xMotivo: 'errei' })).status).toBe(422)
    const unsure = await call('POST', `/api/remessa/${made.id}/descarta`, { xMotivo: 'errei', naoEnviada: false })
    expect(unsure.body.errors).toEqual({ naoEnviada: ['Confirme que o arquivo não foi enviado ao banco.'] })
    await ok('POST', `/api/remessa/${made.id}/descarta`, { xMotivo: 'Não foi enviada', naoEnviada: true })
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 0 })
    const again = await exchanged()
    expect(again.made.sequencia).toBe(made.sequencia + 1)
    expect(
      (await call('POST', `/api/remessa/${again.made.id}/descarta`, { xMotivo: 'x', naoEnviada: true })).body,
    ).toMatchObject({ code: 'answered' })
    expect(
      (await call('POST', `/api/remessa/${made.id}/descarta`, { xMotivo: 'x', naoEnviada: true })).body,
    ).toMatchObject({ code: 'discarded' })
  })
})
