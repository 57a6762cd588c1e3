import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { barOf, lineOf, sweepOf } from '../../../fixtures/dda-sweep'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  act,
  call,
  dda,
  ids,
  list,
  ok,
  openDda,
  owes,
  PAPER,
  payable,
  PAYER,
  pays,
  slip,
  STEEL,
  STRANGER,
  swept,
  upload,
} from './dda.fixture'

/** What people do with slips of the DDA: type them, link and part them, refuse them, open and plan what is owed; and who may. */

const PATH = '/api/financeiro/boletos_dda'
let server: TestServer
beforeAll(async () => {
  server = await openDda()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

describe('a typed slip', () => {
  it('is filled by its code, whichever is read, and is here once', async () => {
    const one = slip(STEEL, '12.34', '2026-12-15')
    const open = await owes(ids.steel, '12.34', '2026-12-15')
    const made = await ok('POST', PATH, { linha_digitavel: barOf(one), fornecedor_id: ids.steel })
    expect(made).toMatchObject({
      linha_digitavel: lineOf(one),
      codigo_barras: barOf(one),
      banco: '237',
      cost: 12.34,
      dueDate: '2026-12-15',
      issuerTaxId: STEEL.id,
      xEmissor: STEEL.name,
      contas_pagar_id: open.id,
      situacao: 2,
    })
    const again = await call('POST', PATH, { linha_digitavel: lineOf(one) })
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`nº ${made.id}, de ${STEEL.name}`) },
    })
    // The sweep that tells it later is of the same record.
    const { told } = await swept(one)
    expect(told).toMatchObject({ novos: 0, boletos: 1 })
    expect(await call('PUT', `${PATH}/${made.id}`, { cost: 13 })).toMatchObject({
      status: 400,
      body: { code: 'linked' },
    })
  })

  it('that is no boleto, or has a wrong digit, is refused by field', async () => {
    const wrong = lineOf(slip(STEEL, '1.00', '2026-12-15')).replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    for (const linha_digitavel of [wrong, '836200000005667800481000180975657313001589636081', ''])
      expect((await call('POST', PATH, { linha_digitavel })).body.errors).toHaveProperty('linha_digitavel')
  })

  it('is looked at again when who issued it is told, and goes only where no bank knows it', async () => {
    const one = slip(PAPER, '21.00', '2026-12-15')
    await owes(ids.paper, '21.00', '2026-12-15')
    const made = await ok('POST', PATH, { linha_digitavel: lineOf(one) })
    expect(made).toMatchObject({ situacao: 1, desconhecido: true })
    expect(await ok('PUT', `${PATH}/${made.id}`, { issuerTaxId: PAPER.id, versao: made.versao })).toMatchObject({
      situacao: 2,
    })
    const other = await ok('POST', PATH, { linha_digitavel: lineOf(slip(PAPER, '22.00', '2026-12-15')) })
    await ok('DELETE', `${PATH}/${other.id}`)
    const { slip: told } = await swept(slip(PAPER, '23.00', '2026-12-15'))
    expect(await call('DELETE', `${PATH}/${told.id}`)).toMatchObject({ status: 400, body: { code: 'booked' } })
  })
})

describe('a linked slip', () => {
  it('is parted: its payable is as it was, and it does not link by itself again', async () => {
    const open = await owes(ids.steel, '31.00', '2026-12-15')
    const { slip: record } = await swept(slip(STEEL, '31.00', '2026-12-15'))
    expect((await act(record.id, 'desvincula')).status).toBe(200)
    expect(await payable(open.id)).toMatchObject({ linha_digitavel: null, tpPagamento: null })
    await ok('POST', `${PATH}/tenta`)
    expect(await dda(record.id)).toMatchObject({
      situacao: 1,
      contas_pagar_id: null,
      motivo: expect.stringContaining('Mesmo emissor'),
    })
    expect((await act(record.id, 'vincula', { contas_pagar_id: open.id })).status).toBe(200)
    expect(await dda(record.id)).toMatchObject({ situacao: 2, ligado_por: 'vencimento' })
    const history = await ok('GET', `${PATH}/${record.id}/auditoria`)
    expect(JSON.stringify(history)).toContain('desvincularRegistro')
    for (const [verb, code] of [
      ['vincula', 'linked'],
      ['abreConta', 'linked'],
      ['desfazRecusa', 'not_refused'],
    ] as const)
      expect((await act(record.id, verb, { contas_pagar_id: open.id })).body, verb).toMatchObject({ code })
  })

  it('says when it is paid: after its due date, and before today, is asked or refused', async () => {
    const open = await owes(ids.steel, '41.00', '2026-12-15')
    const { slip: record } = await swept(slip(STEEL, '41.00', '2026-12-15'))
    expect((await act(record.id, 'agenda', { dPagamento: '2020-01-01' })).status).toBe(422)
    expect((await act(record.id, 'agenda', { dPagamento: '2099-12-20' })).body).toMatchObject({ code: 'confirm' })
    expect((await act(record.id, 'agenda', { dPagamento: '2099-12-20', confirma: true })).status).toBe(200)
    expect(await dda(record.id)).toMatchObject({ situacao: 3, dAgendado: '2099-12-20' })
    expect(await payable(open.id)).toMatchObject({ dPrevisao: '2099-12-20', dVencimento: '2026-12-15' })
    await pays(open.id)
    expect((await act(record.id, 'agenda', { dPagamento: '2099-12-21', confirma: true })).body).toMatchObject({
      code: 'paid',
    })
    expect((await act(record.id, 'recusa', { motivo: 'Tarde' })).body).toMatchObject({ code: 'paid' })
  })

  it('waits again where its payable is cancelled', async () => {
    const open = await owes(ids.steel, '42.00', '2026-12-15')
    const { slip: record } = await swept(slip(STEEL, '42.00', '2026-12-15'))
    expect(record).toMatchObject({ situacao: 2 })
    await ok('POST', `/api/contas_pagar/${open.id}/cancela`, { confirma: true })
    expect(await dda(record.id)).toMatchObject({
      situacao: 1,
      contas_pagar_id: null,
      motivo: expect.stringContaining('cancelada'),
    })
  })
})

describe('a payable', () => {
  it('of another line, of another slip, a credit or a cancelled one is refused; a paid one is asked about', async () => {
    const { slip: record } = await swept(slip(STRANGER, '51.00', '2026-12-15'))
    const to = async (id: number, more: object = {}) =>
      (await act(record.id, 'vincula', { contas_pagar_id: id, ...more })).body
    const lined = await owes(ids.steel, '52.00', '2026-12-15', {
      linha_digitavel: lineOf(slip(STEEL, '52.00', '2026-12-15')),
    })
    expect(await to(lined.id)).toMatchObject({ code: 'other_slip' })
    const gone = await owes(ids.steel, '53.00', '2026-12-15')
    await ok('POST', `/api/contas_pagar/${gone.id}/cancela`, {})
    expect(await to(gone.id)).toMatchObject({ code: 'cancelled' })
    const credit = await owes(ids.steel, '54.00', '2026-12-15', { tpConta: 11 })
    expect(await to(credit.id)).toMatchObject({ code: 'is_credit' })
    expect(await to(999_999)).toMatchObject({ code: 'not_found' })
    const paid = await owes(ids.steel, '51.00', '2026-12-15')
    await pays(paid.id)
    expect(await to(paid.id)).toMatchObject({ code: 'confirm', message: expect.stringContaining('já está paga') })
    expect(await to(paid.id, { confirma: true })).toMatchObject({ situacao: 2 })
    expect(await payable(paid.id)).toMatchObject({ linha_digitavel: null, vSaldo: 0 })
  })

  it('is opened of a slip, linked, with what was asked first', async () => {
    const one = slip({ id: testCnpj(98), name: 'Nunca Vista' }, '61.00', '2026-12-15')
    const { slip: record } = await swept(one)
    const open = async (more: object) => act(record.id, 'abreConta', more)
    expect((await open({})).body).toMatchObject({ code: 'no_supplier' })
    const asked = { fornecedor_id: ids.paper, plano_conta_id: ids.plan }
    expect((await open(asked)).body).toMatchObject({
      code: 'confirm',
      message: expect.stringContaining('Possível fraude'),
    })
    const { body } = await open({ ...asked, confirma: true })
    expect(await payable(body.contas_pagar_id)).toMatchObject({
      vDup: 61,
      vSaldo: 61,
      dVencimento: '2026-12-15',
      linha_digitavel: lineOf(one),
      tpPagamento: 1,
      plano_conta_id: ids.plan,
    })
    expect(await dda(record.id)).toMatchObject({
      situacao: 2,
      ligado_por: 'abertura',
      fornecedor_id: ids.paper,
      pode_lote: 0,
    })
    expect((await ok('GET', '/api/financeiro/boleto_dda_alias')).data).toContainEqual(
      expect.objectContaining({ xEmissor: 'Nunca Vista', fornecedor_id: ids.paper }),
    )
  })
})

it('is refused with a reason, lets go of its payable, and comes back', async () => {
  const open = await owes(ids.steel, '71.00', '2026-12-15')
  const { slip: record } = await swept(slip(STEEL, '71.00', '2026-12-15'))
  expect((await act(record.id, 'recusa', { motivo: ' ' })).body.errors).toHaveProperty('motivo')
  await act(record.id, 'recusa', { motivo: 'Cobrado duas vezes' })
  expect(await dda(record.id)).toMatchObject({ situacao: 9, xRecusa: 'Cobrado duas vezes', contas_pagar_id: null })
  expect(await payable(open.id)).toMatchObject({ linha_digitavel: null })
  for (const [verb, body] of [
    ['recusa', { motivo: 'De novo' }],
    ['vincula', { contas_pagar_id: open.id }],
    ['abreConta', {}],
  ] as const)
    expect((await act(record.id, verb, body)).body, verb).toMatchObject({ code: 'refused' })
  expect(await list(`where=${encodeURIComponent('{"situacao":9}')}`)).toHaveLength(1)
  await act(record.id, 'desfazRecusa')
  expect(await dda(record.id)).toMatchObject({
    situacao: 1,
    xRecusa: null,
    motivo: expect.stringContaining('Mesmo emissor'),
  })
})

describe('a file', () => {
  it('of another company, or that is no sweep, is refused; one that is only tried leaves nothing', async () => {
    const file = sweepOf({ id: testCnpj(80), name: 'OUTRA' }, [slip(STEEL, '81.00', '2026-12-15')])
    expect((await upload([file])).body).toMatchObject({
      code: 'other_company',
      message: expect.stringContaining('OUTRA'),
    })
    expect((await upload(['nada'])).body).toMatchObject({ code: 'unsupported_file' })
    const one = slip(STEEL, '82.00', '2026-12-15')
    expect((await upload([sweepOf(PAYER, [one])], { simula: '1' })).body).toMatchObject({ novos: 1 })
    expect(await list(`search=linha_digitavel:${lineOf(one)}`)).toEqual([])
    const many = await upload([sweepOf(PAYER, [one]), 'nada'])
    expect(many.body.data).toMatchObject([
      { file: 'dda-0.ret', novos: 1 },
      { file: 'dda-1.ret', code: 'unsupported_file' },
    ])
  })

  it('is cut or has a barcode that is none: the rest is taken in, and it is told', async () => {
    const [good, bad] = [slip(STEEL, '83.00', '2026-12-15'), slip(STEEL, '84.00', '2026-12-15')]
    const spoiled = sweepOf(PAYER, [good, bad])
      .replace(
        barOf(bad),
        barOf(bad).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
      )
      .split('\r\n')
      .slice(0, -1)
      .join('\r\n')
    const { body } = await upload([spoiled])
    expect(body).toMatchObject({ boletos: 1, novos: 1 })
    expect(body.avisos).toEqual(['Falta o registro final do arquivo.', 'Linha 4: o código de barras não é válido.'])
  })
})

describe('403 and 404', () => {
  it('403 without the right, or without that of payables; 404 of another company', async () => {
    const open = await owes(ids.steel, '91.00', '2026-12-15')
    const { slip: record } = await swept(slip(STEEL, '91.00', '2026-12-30'))
    const none = await server.user({ permissions: ['show contas_pagar'] })
    const reader = await server.user({ permissions: ['show boletos_dda'] })
    const keeper = await server.user({ permissions: ['store boletos_dda', 'show boletos_dda', 'edit boletos_dda'] })
    expect((await none('GET', PATH)).status).toBe(403)
    expect((await upload([sweepOf(PAYER, [])], {}, reader)).status).toBe(403)
    expect((await reader('POST', `${PATH}/${record.id}/recusa`, { motivo: 'Não' })).status).toBe(403)
    expect((await keeper('POST', `${PATH}/${record.id}/vincula`, { contas_pagar_id: open.id })).status).toBe(403)
    expect((await keeper('POST', `${PATH}/${record.id}/abreConta`, {})).status).toBe(403)
    expect((await keeper('GET', `${PATH}/${record.id}/propostas`)).status).toBe(403)
    // One that is linked takes its line back from the payable, in whatever way it leaves it.
    await act(record.id, 'vincula', { contas_pagar_id: open.id, confirma: true })
    for (const [verb, body] of [
      ['desvincula', {}],
      ['agenda', { dPagamento: '2026-12-15' }],
      ['recusa', { motivo: 'Não' }],
    ] as const)
      expect((await keeper('POST', `${PATH}/${record.id}/${verb}`, body)).status, verb).toBe(403)
    expect(await payable(open.id)).toMatchObject({ linha_digitavel: record.linha_digitavel })
    await act(record.id, 'desvincula')
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Vizinha', UF: 'SP' })
    const neighbour = await server.user({ roles: ['admin'], empresas: [other.id] })
    expect((await neighbour('GET', `${PATH}/${record.id}`)).status).toBe(404)
    expect((await neighbour('POST', `${PATH}/${record.id}/recusa`, { motivo: 'Não' })).status).toBe(404)
    expect((await neighbour('POST', `${PATH}/tenta`, { ids: [record.id] })).body).toEqual({ vistos: 0, ligados: 0 })
  })
})

it('has a queue of what waits and one of what is suspected, which is bad', async () => {
  const states = async (situacao: number) => list(`where=${encodeURIComponent(JSON.stringify({ situacao }))}`)
  const before = (await states(5)).length
  await swept(slip({ id: testCnpj(97), name: 'Outra Nunca Vista' }, '95.00', '2026-12-15'))
  const { data } = await ok('GET', '/api/filas?area=financeiro')
  const queue = (nome: string) => data.find((one: { nome: string }) => one.nome === nome)
  expect(queue('dda_a_ligar')).toMatchObject({ qtd: (await states(1)).length, ruim: false })
  expect(queue('dda_fraude')).toMatchObject({ qtd: before + 1, ruim: true })
  expect(queue('dda_fraude').caminho).toContain('/ui/financeiro/boletos_dda?visao=')
})
