import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { PayingBank } from '../../../fixtures/simulators/paying-bank'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  balance,
  call,
  creditsOf,
  given,
  draft,
  filesOf,
  ids,
  item,
  ITEM_PATH,
  ok,
  openPaying,
  owes,
  REMITTANCE,
  remittance,
  taken,
  title,
  today,
  upload,
} from './paying.fixture'

/** Payments from the payable to the bank and back: asked for, approved, sent, paid, refused, returned, each once. */

let server: TestServer
const bank = new PayingBank()
beforeAll(async () => {
  server = await openPaying()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

describe('a payment', () => {
  it('goes from the payable to the bank and back: TED, Pix and slip, each settled on the day that it was paid', async () => {
    const [ted, pix, slip] = [await owes('100.00'), await owes('50.25', 'pix'), await owes('70.00', 'slip')]
    const { id, items, files } = await given(bank, [ted.id, pix.id, slip.id])
    // Pix goes apart at this bank.
    expect(files).toHaveLength(2)
    expect(await remittance(id)).toMatchObject({ status: 2, qPagamentos: 3, vTotal: 220.25, qEsperam: 3 })
    expect(await title(ted.id)).toMatchObject({ dPrevisao: '2026-12-10', vSaldo: 100 })
    for (const one of items) bank.tell({ numero: String(one), codigo: 'BD' })
    await taken(bank.files())
    expect((await item(items[0]!)).situacao).toBe(3)
    const before = await balance()
    for (const one of items) bank.pay(String(one), '2026-12-10')
    const told = await taken(bank.files())
    expect(told.reduce((n, one) => n + one.pagos, 0)).toBe(3)
    expect(await balance()).toBeCloseTo(before - 220.25, 2)
    expect(await item(items[0]!)).toMatchObject({
      situacao: 4,
      vEfetivado: 100,
      autenticacao: expect.stringMatching(/^AUT/),
    })
    expect(await title(pix.id)).toMatchObject({ vSaldo: 0, vPago: 50.25 })
    await ok('GET', `${REMITTANCE}/${id}/fecha`)
    expect(await remittance(id)).toMatchObject({ status: 4 })
    expect((await call('POST', `${REMITTANCE}/${id}/fecha`)).body).toMatchObject({ code: 'closed' })
  })

  it('is in one remittance at a time, also where two add it at once, and is told where', async () => {
    const one = await owes('10.00')
    const both = await Promise.all(
      [1, 2].map(() =>
        call('POST', REMITTANCE, {
          banco_id: ids.account,
          dPagamento: '2026-12-10',
          remessa_pagamento_conta_list: [{ conta_pagar_id: one.id }],
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = both.find(({ status }) => status === 201)!.body
    const other = await draft([])
    const refused = await call('POST', `${REMITTANCE}/${other.id}/addContas`, { ids: [one.id] })
    expect(refused.body).toMatchObject({
      code: 'in_payment',
      message: expect.stringContaining(`remessa de pagamentos ${made.id}`),
    })
    const none = await call('POST', `${REMITTANCE}/${other.id}/addContas`, { ids: [] })
    expect(none.body).toMatchObject({ message: 'Selecione uma conta para adicionar' })
    const [line] = made.remessa_pagamento_conta_list
    await ok('GET', `${REMITTANCE}/${made.id}/deleteIntencaoCliente?remessa_pagamento_conta_id=${line.id}`)
    await ok('POST', `${REMITTANCE}/${other.id}/addContas`, { ids: [one.id] })
    const [moved] = (await remittance(other.id)).remessa_pagamento_conta_list
    await ok('GET', `${ITEM_PATH}/${moved.id}/deleteIntencaoCliente`)
    expect((await remittance(other.id)).remessa_pagamento_conta_list).toEqual([])
    for (const { id } of [made, other]) await ok('DELETE', `${REMITTANCE}/${id}`)
  })

  it('that lacks something of its form is said so by item, field and column, and nothing is left', async () => {
    const nobody = await server.insert('fornecedor', { xNome: 'Sem banco' })
    const [good, bad] = [await owes('10.00'), await owes('20.00', 'ted', { fornecedor_id: nobody.id, tpPagamento: 2 })]
    const { id } = await draft([good.id, bad.id])
    const { data } = await ok('GET', `${REMITTANCE}/${(await draft([])).id}/contasAbertas?ate=2026-12-31`)
    expect(data.map((one: { id: number }) => one.id)).not.toContain(bad.id)
    const refused = await call('POST', `${REMITTANCE}/${id}/aprova`)
    expect(refused.status).toBe(422)
    const names = Object.keys(refused.body.errors)
    expect(names.every((name) => name.startsWith('remessa_pagamento_conta_list.1.'))).toBe(true)
    expect(JSON.stringify(refused.body.errors)).toMatch(/banco do favorecido \(coluna \d+\)/)
    expect(await remittance(id)).toMatchObject({ status: 0 })
    expect((await call('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)).body).toMatchObject({
      code: 'not_approved',
    })
    await ok('POST', `/api/contas_pagar/${bad.id}/cancela`, {})
    // A payable that is settled or cancelled takes its draft item along.
    expect(
      (await remittance(id)).remessa_pagamento_conta_list.map((one: { situacao: number }) => one.situacao),
    ).toEqual([0, 9])
    await ok('POST', `/api/contas_pagar/${good.id}/baixa`, { banco_id: ids.account })
    expect((await call('POST', `${REMITTANCE}/${id}/aprova`)).body).toMatchObject({ code: 'no_rows' })
  })

  it('says what is missing beside each payable that may be chosen', async () => {
    const nobody = await server.insert('fornecedor', { xNome: 'Sem chave' })
    const bad = await owes('20.00', 'pix', { fornecedor_id: nobody.id, tpPagamento: 3 })
    const cash = await owes('20.00', 'pix', { tpPagamento: 9 })
    const { id } = await draft([])
    const { data } = await ok('GET', `${REMITTANCE}/${id}/contasAbertas?ate=2026-12-31`)
    const told = data.find((one: { id: number }) => one.id === bad.id)
    expect(told).toMatchObject({ forma: 'pix', faltas: [expect.stringMatching(/chave Pix .*não foi informado/)] })
    expect(data.map((one: { id: number }) => one.id)).not.toContain(cash.id)
    for (const one of [bad, cash]) await ok('POST', `/api/contas_pagar/${one.id}/cancela`, {})
    await ok('DELETE', `${REMITTANCE}/${id}`)
  })

  it('is frozen when it is approved, and a change of bank data not long ago is told before', async () => {
    const one = await owes('30.00')
    const { id } = await draft([one.id])
    await ok('PUT', `/api/fornecedor/${ids.ted}`, { xConta: '111111-1' })
    const asked = await call('POST', `${REMITTANCE}/${id}/aprova`)
    expect(asked.body).toMatchObject({
      code: 'confirm',
      message: expect.stringContaining('Metais do Sul: dados bancários mudados'),
    })
    await ok('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true })
    await ok('PUT', `/api/fornecedor/${ids.ted}`, { xConta: '222222-2' })
    expect((await call('PUT', `${REMITTANCE}/${id}`, { descricao: 'x' })).body).toMatchObject({ code: 'approved' })
    await ok('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)
    const [file] = await filesOf(id)
    expect(Buffer.from(file!).toString('latin1')).toContain('111111')
    const [line] = (await remittance(id)).remessa_pagamento_conta_list
    expect(line).toMatchObject({
      fav_xConta: '111111-1',
      aviso: expect.stringContaining('Dados bancários mudados'),
      seu_numero: String(line.id),
    })
    // Not sent after all: it is a draft again, and the number of the file is not used twice.
    const number = (await remittance(id)).sequencia
    const unsaid = await call('POST', `${REMITTANCE}/${id}/descarta`, { xMotivo: 'errei', naoEnviada: false })
    expect(unsaid.body.errors).toEqual({ naoEnviada: ['Confirme que o arquivo não foi enviado ao banco.'] })
    await ok('POST', `${REMITTANCE}/${id}/descarta`, { xMotivo: 'Conta errada', naoEnviada: true })
    expect(await title(one.id)).toMatchObject({ dPrevisao: null })
    await ok('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true })
    const again = await ok('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)
    expect(again.sequencia).toBe(number + 1)
    expect(again.remessa_pagamento_conta_list[0]).toMatchObject({ fav_xConta: '222222-2' })
    for (const bytes of (await filesOf(id)).slice(-1)) bank.receive(bytes)
    bank.pay(String(line.id), '2026-12-10')
    await taken(bank.files())
    expect(await title(one.id)).toMatchObject({ vSaldo: 0 })
  })
})

describe('a payable that the bank has', () => {
  it('is settled by hand only by who says so, and is not cancelled', async () => {
    const one = await owes('40.00')
    const { items } = await given(bank, [one.id])
    const asked = await call('POST', `/api/contas_pagar/${one.id}/baixa`, { banco_id: ids.account })
    expect(asked.body).toMatchObject({
      code: 'confirm',
      message: expect.stringContaining('está em pagamento no banco'),
    })
    const many = await call('POST', '/api/contas_pagar/baixaLote', { titulos: [{ id: one.id }], banco_id: ids.account })
    expect(many.body).toMatchObject({ code: 'confirm' })
    expect((await call('POST', `/api/contas_pagar/${one.id}/cancela`, {})).body).toMatchObject({ code: 'in_payment' })
    const before = await balance()
    await ok('POST', `/api/contas_pagar/${one.id}/baixa`, { banco_id: ids.account, confirma: true })
    // The bank tells the same money later: it is of the settlement that stands.
    bank.pay(String(items[0]), today())
    await taken(bank.files())
    expect(await balance()).toBe(before - 40)
    expect(await item(items[0]!)).toMatchObject({ situacao: 4 })
  })

  it('and that was paid another way meanwhile is paid twice: the supplier owes what the bank paid', async () => {
    const drawer = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Gaveta' })
    const one = await owes('41.00')
    const { items } = await given(bank, [one.id])
    await ok('POST', `/api/contas_pagar/${one.id}/baixa`, { banco_id: drawer.id, confirma: true })
    const before = await balance()
    bank.pay(String(items[0]), '2026-12-10')
    await taken(bank.files())
    expect(await balance()).toBe(before - 41)
    expect((await creditsOf(ids.ted)).map((row: { vSaldo: number }) => row.vSaldo)).toContain(-41)
  })
})

describe('at once', () => {
  const twice = async (path: string, body: object = {}) => {
    const both = await Promise.all([1, 2].map(() => call('POST', path, body)))
    const [done, refused] = both.toSorted((a, b) => a.status - b.status)
    expect(done?.status).toBe(200)
    return refused?.body.code
  }

  it('two approve and send once: one file, under one number', async () => {
    const { id } = await draft([(await owes('15.00')).id])
    expect(await twice(`${REMITTANCE}/${id}/aprova`, { confirma: true })).toBe('approved')
    expect(await twice(`${REMITTANCE}/${id}/enviaPagamentosBanco`)).toBe('sent')
    const { arquivos, sequencia } = await remittance(id)
    expect(arquivos).toMatchObject([{ sequencia, qPagamentos: 1, vTotal: 15 }])
    const account = await ok('GET', `/api/banco/${ids.account}`)
    expect(account.pagamento_sequencia).toBe(sequencia)
  })

  it('a payable is settled by hand and its payment approved: it is paid once', async () => {
    const one = await owes('16.00')
    const { id, remessa_pagamento_conta_list: items } = await draft([one.id])
    const before = await balance()
    const [settled] = await Promise.all([
      call('POST', `/api/contas_pagar/${one.id}/baixa`, { banco_id: ids.account, confirma: true }),
      call('POST', `${REMITTANCE}/${id}/aprova`, { confirma: true }),
    ])
    expect(settled.status).toBe(200)
    // Whoever came first: the bank is not told of it any more.
    expect(await item(items[0].id)).toMatchObject({ situacao: 9 })
    expect((await call('POST', `${REMITTANCE}/${id}/enviaPagamentosBanco`)).status).toBe(400)
    expect(await balance()).toBe(before - 16)
  })

  it('a file of the bank comes in while payments are approved, tried again and said to be unpaid', async () => {
    const { items } = await given(bank, [(await owes('17.00')).id, (await owes('18.00')).id, (await owes('19.00')).id])
    const other = await draft([(await owes('20.00')).id])
    bank.tell({ numero: String(items[0]), codigo: 'AN' })
    await taken(bank.files())
    bank.pay(String(items[1]), '2026-12-10')
    bank.pay(String(items[2]), '2026-12-10')
    const [file] = bank.files()
    const before = await balance()
    const [told, ...others] = await Promise.all([
      upload([file!]),
      call('POST', `${REMITTANCE}/${other.id}/aprova`, { confirma: true }),
      call('POST', `${ITEM_PATH}/${items[0]}/repete`, {}),
      call('POST', `${ITEM_PATH}/${items[1]}/semPagamento`, { xMotivo: 'O gerente disse' }),
    ])
    expect(told).toMatchObject({ status: 200, body: { pagos: 2 } })
    expect(others.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
    // The bank paid, whatever was said of it.
    expect(await item(items[1]!)).toMatchObject({ situacao: 4, vEfetivado: 18 })
    expect(await balance()).toBe(before - 37)
  })
})
