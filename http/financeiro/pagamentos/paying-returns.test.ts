import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answeredUntil } from '../../../core/banking/pagamento/answer-day'
import { asOwner } from '../../../fixtures/as-owner'
import { PayingBank } from '../../../fixtures/simulators/paying-bank'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  balance,
  call,
  creditsOf,
  given,
  ids,
  item,
  ITEM_PATH,
  linesOf,
  ok,
  openPaying,
  owes,
  REMITTANCE,
  taken,
  title,
  today,
  upload,
} from './paying.fixture'

/** What banks say of payments: refused, given back, told twice, in any order, cut, of nobody, or never said. */

let server: TestServer
const bank = new PayingBank()
beforeAll(async () => {
  server = await openPaying()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

describe('a return', () => {
  it('of a refusal frees the payable, which is tried again by a copy; one of money that came back takes the settlement back', async () => {
    const [bad, back] = [await owes('60.00'), await owes('61.00')]
    const { id, items } = await given(bank, [bad.id, back.id])
    bank.tell({ numero: String(items[0]), codigo: 'AN' })
    const paid = bank.pay(String(items[1]), '2026-12-10')
    await taken(bank.files())
    expect(await item(items[0]!)).toMatchObject({ situacao: 5, motivo: 'Conta do favorecido inválida' })
    const before = await balance()
    bank.giveBack(paid, '2026-12-11')
    const [told] = await taken(bank.files())
    expect(told).toMatchObject({ devolvidos: 1 })
    expect(await balance()).toBe(before + 61)
    expect(await item(items[1]!)).toMatchObject({ situacao: 6, vEfetivado: 0 })
    expect(await title(back.id)).toMatchObject({ vSaldo: 61 })
    expect(await title(bad.id)).toMatchObject({ vSaldo: 60, dPrevisao: null })
    const copy = await ok('POST', `${ITEM_PATH}/${items[0]}/repete`)
    expect(copy.remessa_pagamento_id).not.toBe(id)
    expect((await call('POST', `${ITEM_PATH}/${items[0]}/repete`)).body).toMatchObject({ code: 'in_payment' })
    expect(await item(copy.id)).toMatchObject({ situacao: 0, repete_id: items[0], valor: 60 })
    await ok('POST', `${REMITTANCE}/${id}/fecha`)
    await ok('DELETE', `${REMITTANCE}/${copy.remessa_pagamento_id}`)
  })

  it('of refusals that two try again at once puts both into one draft', async () => {
    const { id, items } = await given(bank, [(await owes('30.00')).id, (await owes('31.00')).id])
    const other = await given(bank, [(await owes('32.00')).id])
    for (const one of [...items, ...other.items]) bank.tell({ numero: String(one), codigo: 'AN' })
    await taken(bank.files())
    const copies = await Promise.all(
      [items[0], other.items[0]].map((one) => ok('POST', `${ITEM_PATH}/${one}/repete`, {})),
    )
    const [first, second] = copies.map((one) => one.remessa_pagamento_id)
    expect(second).toBe(first)
    expect([id, other.id]).not.toContain(first)
    // One is tried again once, also by two at once; into a draft that somebody has approved meanwhile it does not go.
    await ok('POST', `${REMITTANCE}/${first}/aprova`, { confirma: true })
    const twice = await Promise.all([1, 2].map(() => call('POST', `${ITEM_PATH}/${items[1]}/repete`, {})))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const third = twice.find(({ status }) => status === 200)?.body.remessa_pagamento_id
    expect(third).not.toBe(first)
    expect((await call('POST', `${ITEM_PATH}/${items[1]}/repete`, { remessa_pagamento_id: first })).body).toMatchObject(
      { code: 'not_draft' },
    )
    for (const one of [first, third]) {
      if (one === first) await ok('POST', `${REMITTANCE}/${one}/reabre`, {})
      await ok('DELETE', `${REMITTANCE}/${one}`)
    }
  })

  it('that never comes: the remittance is asked about two working days later, and somebody says, with a reason, that the bank did not pay', async () => {
    const [paid, lost] = [await owes('20.00'), await owes('21.00')]
    const { id, items } = await given(bank, [paid.id, lost.id])
    bank.pay(String(items[0]), '2026-12-10')
    await taken(bank.files())
    const custom = encodeURIComponent(JSON.stringify({ sem_resposta: true }))
    const overdue = async () => {
      const { data } = await ok('GET', `${REMITTANCE}?custom=${custom}&perPage=200`)
      return data.some((one: { id: number }) => one.id === id)
    }
    const paidOn = (day: string) =>
      asOwner(server.url, (owner) => owner`update remessa_pagamento set "dPagamento" = ${day} where id = ${id}`)
    expect(await overdue()).toBe(false)
    await paidOn(answeredUntil(today()))
    expect(await overdue()).toBe(true)
    await paidOn('2026-12-10')
    const path = `${ITEM_PATH}/${items[1]}/semPagamento`
    const clerk = await server.user({ permissions: ['show remessa_retorno', 'edit remessa_retorno'] })
    expect((await clerk('POST', path, { xMotivo: 'O gerente disse' })).status).toBe(403)
    expect((await call('POST', path, { xMotivo: ' x ' })).body.errors).toEqual({ xMotivo: ['Diga como se soube.'] })
    expect((await call('POST', `${REMITTANCE}/${id}/fecha`)).body).toMatchObject({ code: 'waiting' })
    const before = await item(items[1]!)
    expect(await ok('POST', path, { xMotivo: 'O gerente disse' })).toEqual({ situacao: 5 })
    expect(await item(items[1]!)).toMatchObject({ situacao: 5, motivo: 'Informado à mão: O gerente disse' })
    expect((await item(items[1]!)).versao).toBe(before.versao + 1)
    // It is owed as before, and expected when it is due.
    expect(await title(lost.id)).toMatchObject({ vSaldo: 21, dPrevisao: null })
    for (const one of items)
      expect((await call('POST', `${ITEM_PATH}/${one}/semPagamento`, { xMotivo: 'De novo' })).body).toMatchObject({
        code: 'not_waiting',
      })
    await ok('POST', `${REMITTANCE}/${id}/fecha`)
    // What the bank says after all counts.
    bank.pay(String(items[1]), '2026-12-11')
    await taken(bank.files())
    expect(await item(items[1]!)).toMatchObject({ situacao: 4, vEfetivado: 21 })
    expect(await title(lost.id)).toMatchObject({ vSaldo: 0 })
  })

  it('of the same bytes does nothing, the same event is joined, and the order of files does not matter', async () => {
    const one = await owes('77.00')
    const { id, items } = await given(bank, [one.id])
    const before = await balance()
    bank.tell({ numero: String(items[0]), codigo: 'BD' })
    const [accepted] = bank.files()
    const paid = bank.pay(String(items[0]), '2026-12-10')
    const [first] = bank.files()
    bank.tell(paid)
    // As it is told at noon, without its proof.
    bank.tell({ numero: String(items[0]), codigo: '00', dia: '2026-12-10', valor: '77.00' })
    const repeated = bank.files()
    bank.giveBack(paid, '2026-12-12')
    const [back] = bank.files()
    const waiting = await call('POST', `${REMITTANCE}/${id}/fecha`)
    expect(waiting.body).toMatchObject({ code: 'waiting', message: expect.stringContaining('Metais do Sul') })
    await taken([back!])
    expect(await balance()).toBe(before)
    const [a] = await taken([first!])
    expect(await taken([first!])).toMatchObject([{ id: a.id, conhecido: true }])
    expect(await taken([...repeated, accepted!])).toMatchObject([{ repetidas: 1 }, { repetidas: 1 }, { agendados: 1 }])
    expect(await balance()).toBe(before)
    expect(await item(items[0]!)).toMatchObject({ situacao: 6 })
  })

  it('of money that left twice has both in cash, and the supplier owes the second', async () => {
    const one = await owes('88.00', 'pix')
    const { items } = await given(bank, [one.id])
    const before = await balance()
    bank.pay(String(items[0]), '2026-12-10')
    const second = bank.pay(String(items[0]), '2026-12-10')
    await taken(bank.files())
    expect(await balance()).toBe(before - 176)
    expect(await title(one.id)).toMatchObject({ vSaldo: 0 })
    expect((await creditsOf(ids.pix)).map((row: { vSaldo: number }) => row.vSaldo)).toEqual([-88])
    bank.giveBack(second, '2026-12-11')
    await taken(bank.files())
    expect(await balance()).toBe(before - 88)
    expect(await item(items[0]!)).toMatchObject({ situacao: 4 })
  })

  it('whose settlement is reversed waits to be settled again, and the payment is open', async () => {
    const one = await owes('90.00')
    const { items } = await given(bank, [one.id])
    const before = await balance()
    bank.pay(String(items[0]), '2026-12-10')
    const [told] = await taken(bank.files())
    await ok('POST', `/api/contas_pagar/${one.id}/estorna`, {})
    expect(await item(items[0]!)).toMatchObject({ situacao: 3 })
    expect(await balance()).toBe(before)
    const [line] = await linesOf(told.id)
    expect(line).toMatchObject({ situacao: 1 })
    await ok('POST', `/api/retorno_pagamento_item/${line.id}/baixa`)
    expect(await balance()).toBe(before - 90)
    expect((await call('POST', `/api/retorno_pagamento_item/${line.id}/baixa`)).body).toMatchObject({ code: 'settled' })
    expect(await item(items[0]!)).toMatchObject({ situacao: 4 })
  })

  it('that was cut is refused whole, one of collection reads it too, and unknown payments wait for who knows', async () => {
    const one = await owes('12.00')
    const { items } = await given(bank, [one.id])
    const before = await balance()
    bank.pay(String(items[0]), '2026-12-10')
    const [whole] = bank.files()
    expect((await upload([whole!.slice(0, 242 * 3)])).body).toMatchObject({ code: 'damaged_file' })
    expect((await upload([Buffer.from('nada')])).status).toBe(400)
    const foreign = Buffer.from(
      Buffer.from(whole!).toString('latin1').replace(String(items[0]).padEnd(20), '999999'.padEnd(20)),
      'latin1',
    )
    const [told] = await taken([foreign])
    expect(told).toMatchObject({ semPagamento: 1, pagos: 0 })
    const [line] = await linesOf(told.id)
    await ok('POST', `/api/retorno_pagamento_item/${line.id}/vincula`, { remessa_pagamento_conta_id: items[0] })
    expect(await balance()).toBe(before - 12)
    // Where it is sent as a file of collection it is known for what it is.
    const asCollection = await upload([whole!], {}, call, '/api/financeiro/retorno')
    expect(asCollection.body).toMatchObject({ ocorrencias: 1, repetidas: 1 })
    expect(await balance()).toBe(before - 12)
    const other = await taken([Buffer.from(foreign.toString('latin1').replaceAll('999999', '888888'), 'latin1')])
    const [unknown] = await linesOf(other[0].id)
    expect((await call('POST', `/api/retorno_pagamento_item/${unknown.id}/ignora`, { motivo: '' })).status).toBe(422)
    await ok('POST', `/api/retorno_pagamento_item/${unknown.id}/ignora`, { motivo: 'De outro sistema' })
  })

  it('of a batch that the bank refused whole says so, and each of its payments is free', async () => {
    const { items } = await given(bank, [(await owes('14.00')).id])
    bank.tell({ numero: String(items[0]), codigo: '' })
    const [bytes] = bank.files()
    const lines = Buffer.from(bytes!).toString('latin1').split('\r\n')
    const refused = lines.map((line) => (line.charAt(7) === '1' ? `${line.slice(0, 230)}HA        ` : line))
    const [told] = await taken([Buffer.from(refused.join('\r\n'), 'latin1')])
    expect(told).toMatchObject({ recusados: 1, avisos: ['O banco recusou o lote 1: Erro no lote.'] })
    expect(await item(items[0]!)).toMatchObject({ situacao: 5, motivo: 'Erro no lote' })
  })

  it('sent by two at once is taken in once', async () => {
    const one = await owes('13.00')
    const { items } = await given(bank, [one.id])
    const before = await balance()
    bank.pay(String(items[0]), '2026-12-10')
    const [bytes] = bank.files()
    const both = await Promise.all([upload([bytes!]), upload([bytes!]), upload([bytes!], { simula: '1' })])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect(await balance()).toBe(before - 13)
  })
})
