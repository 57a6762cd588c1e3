import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  call,
  draft,
  ids,
  ITEM_PATH,
  ok,
  openPaying,
  owes,
  REMITTANCE,
  remittance,
  sent,
  upload,
} from './paying.fixture'

/** Who may ask for payments, approve them and send them. */

let server: TestServer
beforeAll(async () => {
  server = await openPaying()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

const asks = ['store remessa_retorno', 'edit remessa_retorno', 'show remessa_retorno']
const manages = [...asks, 'manage remessa_retorno']

it('above the limit of the account another person approves, who manages remittances, and never who asked or changed where the money goes', async () => {
  const clerk = await server.user({ permissions: asks })
  const chief = await server.user({ permissions: manages })
  const other = await server.user({ permissions: manages })
  await ok('PUT', `/api/banco/${ids.account}`, { limite_aprovacao: 100 })
  const small = await draft([(await owes('100.00')).id], clerk)
  await ok('POST', `${REMITTANCE}/${small.id}/aprova`, {}, clerk)
  const large = await draft([(await owes('60.00')).id, (await owes('60.00')).id], clerk)
  const refused = await clerk('POST', `${REMITTANCE}/${large.id}/aprova`)
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('falta a permissão')])
  // Who changes what is paid asks for it, too.
  const [line] = large.remessa_pagamento_conta_list
  await ok('PUT', `${ITEM_PATH}/${line.id}`, { valor: 59 }, chief)
  const same = await chief('POST', `${REMITTANCE}/${large.id}/aprova`)
  expect(same.body).toMatchObject({ code: 'same_person', message: expect.stringContaining('R$ 100,00') })
  await ok('PUT', `/api/fornecedor/${ids.ted}`, { xConta: '678901-3' })
  // The administrator changed the account of the supplier.
  expect((await call('POST', `${REMITTANCE}/${large.id}/aprova`, { confirma: true })).body).toMatchObject({
    code: 'same_person',
  })
  expect((await other('POST', `${REMITTANCE}/${large.id}/aprova`)).body).toMatchObject({ code: 'confirm' })
  await ok('POST', `${REMITTANCE}/${large.id}/aprova`, { confirma: true }, other)
  expect(await remittance(large.id)).toMatchObject({ status: 1, aprovado_por_id: expect.any(Number) })
  // Taken back, it asks for a new approval.
  await ok('POST', `${REMITTANCE}/${large.id}/reabre`, {}, clerk)
  expect((await clerk('POST', `${REMITTANCE}/${large.id}/enviaPagamentosBanco`)).body).toMatchObject({
    code: 'not_approved',
  })
})

it('above the limit nobody approves who changed the Pix or the slip of a payable that another asked to pay', async () => {
  const clerk = await server.user({ permissions: asks })
  const chief = await server.user({ permissions: [...manages, 'edit contas_pagar'] })
  const other = await server.user({ permissions: manages })
  await ok('PUT', `/api/banco/${ids.account}`, { limite_aprovacao: 100 })
  const one = await owes('150.00', 'pix')
  const { id } = await draft([one.id], clerk)
  await ok('PUT', `/api/contas_pagar/${one.id}`, { pix: 'outra@chave.example' }, chief)
  expect((await chief('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true })).body).toMatchObject({
    code: 'same_person',
  })
  await ok('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true }, other)
})

it('the limit is changed by who manages remittances alone', async () => {
  const keeper = await server.user({ permissions: ['edit conta_caixa', 'store conta_caixa', 'show conta_caixa'] })
  const refused = await keeper('PUT', `/api/banco/${ids.account}`, { limite_aprovacao: null })
  expect(refused.status).toBe(403)
  await ok('PUT', `/api/banco/${ids.account}`, { descricao: 'Itaú Centro', limite_aprovacao: 100 }, keeper)
  await ok('PUT', `/api/banco/${ids.account}`, { limite_aprovacao: null })
})

it('403 without the right, and returns settle: they ask for the right to', async () => {
  const stranger = await server.user({ permissions: ['show contas_pagar'] })
  const clerk = await server.user({ permissions: asks })
  const { id, files } = await sent([(await owes('10.00')).id])
  expect((await stranger('GET', REMITTANCE)).status).toBe(403)
  expect((await stranger('GET', `${REMITTANCE}/${id}/conteudo`)).status).toBe(403)
  expect((await upload(files, {}, stranger)).status).toBe(403)
  const turned = Buffer.from(files[0]!)
  turned[142] = '2'.charCodeAt(0)
  expect((await upload([turned], {}, clerk)).body).toMatchObject({ code: 'forbidden' })
})

it('404 of another company, whose accounts are no accounts here', async () => {
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  const guest = await server.user({ permissions: [...manages, 'edit contas_pagar'], empresas: [other.id] })
  const { id, items, files } = await sent([(await owes('10.00')).id])
  expect((await guest('GET', `${REMITTANCE}/${id}`)).status).toBe(404)
  for (const verb of ['fecha', 'conteudo', 'contasAbertas'])
    expect((await guest('GET', `${REMITTANCE}/${id}/${verb}`)).status).toBe(404)
  expect((await guest('POST', `${ITEM_PATH}/${items[0]}/repete`)).status).toBe(404)
  const turned = Buffer.from(files[0]!)
  turned[142] = '2'.charCodeAt(0)
  expect((await upload([turned], {}, guest)).body).toMatchObject({ code: 'no_account' })
  const made = await guest('POST', REMITTANCE, { banco_id: ids.account, dPagamento: '2026-12-10' })
  expect(made.status).toBe(422)
})

it('an account at a bank without a layout, and a day that has gone by, are refused when they are saved', async () => {
  const drawer = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Gaveta' })
  const wrong = await call('POST', REMITTANCE, { banco_id: drawer.id, dPagamento: '2026-12-10' })
  expect(wrong.body.errors).toHaveProperty('banco_id')
  const late = await call('POST', REMITTANCE, { banco_id: ids.account, dPagamento: '2020-01-01' })
  expect(late.body.errors).toHaveProperty('dPagamento')
  const more = await call('POST', REMITTANCE, {
    banco_id: ids.account,
    dPagamento: '2026-12-10',
    remessa_pagamento_conta_list: [{ conta_pagar_id: (await owes('5.00')).id, valor: 6 }],
  })
  expect(more.body.errors).toHaveProperty(['remessa_pagamento_conta_list.0.valor'])
})

it('a payable whose slip may be a fraud is told as one, approved alone, and only by who was told why', async () => {
  const [one, other] = [await owes('15.00'), await owes('16.00')]
  const motivo = 'O emissor não é fornecedor: nunca vendeu à empresa.'
  const linha_digitavel = '2'.repeat(47)
  const slip = { empresa_id: server.empresa_id, linha_digitavel, contas_pagar_id: one.id, fraude: true, motivo }
  await server.insert('boleto_dda', slip)
  const both = await draft([one.id, other.id])
  const refused = await call('POST', `${REMITTANCE}/${both.id}/aprova`, { confirma: true })
  expect(refused.body).toMatchObject({ code: 'suspected', message: expect.stringContaining(motivo) })
  await ok('DELETE', `${REMITTANCE}/${both.id}`)
  const alone = await draft([])
  const { data } = await ok('GET', `${REMITTANCE}/${alone.id}/contasAbertas`)
  expect(data.find((row: { id: number }) => row.id === one.id).faltas[0]).toBe(`Possível fraude. ${motivo}`)
  await ok('POST', `${REMITTANCE}/${alone.id}/addContas`, { ids: [one.id] })
  expect((await call('POST', `${REMITTANCE}/${alone.id}/aprova`)).body).toMatchObject({ code: 'confirm' })
  await ok('POST', `${REMITTANCE}/${alone.id}/aprova`, { confirma: true })
})
