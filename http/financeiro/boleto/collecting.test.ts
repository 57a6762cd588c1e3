import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { asOwner } from '../../../fixtures/as-owner'
import { columns, narrow, type Told400 } from '../../../core/banking/cnab/retorno.fixture'
import { readBrCode } from '../../../core/pix/br-code'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  balance,
  boleto,
  bytesOf,
  call,
  collected,
  ids,
  instructionsOf,
  linesOf,
  ok,
  openCollecting,
  owes,
  sent,
  SETUP,
  taken,
  title,
  upload,
} from './collecting.fixture'

/** Boletos from the receivable to the money: numbered, sent, confirmed, instructed, paid in every way, each once. */

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
async function exchanged() {
  const { bytes, made } = await sent()
  bank.receive(bytes)
  return { made, told: await taken(bank.file()) }
}

/** A file whose titles have another number. */
const renumbered = (bytes: Uint8Array, number: string): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/^(1.{69}).{11}/gm, `$1${number}`),
    'latin1',
  )

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

describe('a retorno', () => {
  it('settles nothing by itself, is taken once, and one file settles all, with interest, fees and the day of credit', async () => {
    const [one, other] = [await collected('100.00'), await collected('200.00')]
    await exchanged()
    bank.pay(one.boleto.nosso_numero, '100.00')
    bank.pay(other.boleto.nosso_numero, '203.00', { juros: '3.00' })
    const bytes = bank.file()
    const tried = await upload([bytes], { simula: '1' })
    expect(tried.body).toMatchObject({ aBaixar: 2, conhecido: false })
    const before = await balance()
    const told = await taken(bytes)
    expect(told).toMatchObject({
      banco: '237',
      ocorrencias: 2,
      aBaixar: 2,
      semBoleto: 0,
      repetidas: 0,
      conhecido: false,
    })
    expect(await taken(bytes)).toMatchObject({ id: told.id, conhecido: true })
    expect(await title(one.title)).toMatchObject({ vSaldo: 100, dhPreBaixa: expect.any(String) })
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 4 })
    expect(await balance()).toBe(before)
    const done = await ok('POST', `/api/retorno/${told.id}/baixaRetorno`)
    expect(done).toMatchObject({ linhas: 2, vPago: 303, vTarifa: 4, vCredito: 0 })
    expect(await balance()).toBe(before + 299)
    expect(await title(other.title)).toMatchObject({ vSaldo: 0, vPago: 203, vJuros: 3, dhPreBaixa: null })
    expect((await title(other.title)).dPagamento).toBe((await linesOf(told.id))[1].dOcorrencia)
    const twice = await call('POST', `/api/retorno/${told.id}/baixaRetorno`)
    expect(twice.body).toMatchObject({ code: 'no_rows', message: 'Nenhum registro selecionado' })
    // Nothing is written off that the bank has settled.
    expect(await instructionsOf(one.boleto.id)).toEqual([])
    // Reversed whole, the lines wait again.
    await ok('POST', `/api/contas_receber/${one.title}/estorna`, { lancamento_id: done.lancamentos[0] })
    expect(await balance()).toBe(before)
    expect((await linesOf(told.id)).map((line: { situacao: number }) => line.situacao)).toEqual([1, 1])
    expect(await title(one.title)).toMatchObject({ vSaldo: 100, dhPreBaixa: expect.any(String) })
    const lines = await linesOf(told.id)
    await ok('POST', `/api/retorno_boleto/${lines[0].id}/baixaRetornoBoleto`)
    expect((await call('POST', `/api/retorno_boleto/${lines[0].id}/baixaRetornoBoleto`)).body).toMatchObject({
      code: 'settled',
    })
    await ok('GET', `/api/financeiro/retorno/${told.id}/baixaRetorno`)
    expect(await balance()).toBe(before + 299)
  })

  it('told again by another file is joined; paid twice, in part, too much or after the end is in cash, and the customer has what is over', async () => {
    const [twice, part, more, gone] = [
      await collected('100.00'),
      await collected('100.00'),
      await collected('100.00'),
      await collected('100.00'),
    ]
    await exchanged()
    bank.pay(twice.boleto.nosso_numero, '100.00')
    const yesterday: Told400[] = []
    const first = bank.file((all) => (yesterday.push(...all), all))
    bank.pay(twice.boleto.nosso_numero, '100.00')
    bank.pay(part.boleto.nosso_numero, '40.00')
    bank.pay(more.boleto.nosso_numero, '150.00')
    bank.pay(gone.boleto.nosso_numero, '100.00')
    const second = bank.file((all) => [...all, ...yesterday].toReversed())
    await ok('POST', `/api/contas_receber/${gone.title}/cancela`, {})
    const before = await balance()
    const [a, b] = [await taken(first), await taken(second)]
    // What the file before told is told again; a second payment of the same title is another.
    expect(a).toMatchObject({ aBaixar: 1 })
    expect(b).toMatchObject({ ocorrencias: 5, aBaixar: 4, repetidas: 1 })
    const done = await ok('POST', `/api/retorno/${b.id}/baixaRetorno`)
    await ok('POST', `/api/retorno/${a.id}/baixaRetorno`)
    expect(await balance()).toBe(before + 480)
    expect(done.vCredito).toBeGreaterThan(0)
    expect(await title(part.title)).toMatchObject({ vSaldo: 60, status: 1 })
    expect(await title(twice.title)).toMatchObject({ vSaldo: 0 })
    const { data } = await ok(
      'GET',
      `/api/contas_receber?where=${encodeURIComponent(JSON.stringify({ tpConta: 11, cliente_id: ids.customer }))}`,
    )
    expect(data.map((row: { vSaldo: number }) => row.vSaldo).toSorted((x: number, y: number) => x - y)).toEqual([
      -100, -100, -50,
    ])
  })

  it('that was cut is refused whole, saying where, and what is no file of a bank in the words that users know', async () => {
    const one = await collected('10.00')
    await exchanged()
    bank.pay(one.boleto.nosso_numero, '10.00')
    const whole = bank.file()
    const cut = await upload([whole.slice(0, 402)])
    expect(cut.body).toMatchObject({ code: 'damaged_file', message: expect.stringContaining('Falta o registro final') })
    const none = await upload([Buffer.from('isto não é um retorno')])
    expect(none.body).toMatchObject({
      code: 'unsupported_file',
      message: 'Arquivo não suportado, verifique se o arquivo é do tipo CNAB400',
    })
    // Among several, each stands alone.
    const both = await upload([Buffer.from('x'), whole])
    expect(both.body.data).toMatchObject([{ code: 'unsupported_file' }, { aBaixar: 1 }])
    const [id] = [both.body.data[1].id]
    await ok('POST', `/api/retorno/${id}/baixaRetorno`)
  })

  it('of no boleto waits for who knows: proposed by document, payer and amount, taken by one call, or filed with a reason', async () => {
    const one = await collected('123.45')
    await exchanged()
    bank.pay(one.boleto.nosso_numero, '123.45')
    const foreign = renumbered(bank.file(), '77777777777')
    const told = await taken(foreign)
    expect(told).toMatchObject({ semBoleto: 1, aBaixar: 0 })
    const [line] = await linesOf(told.id)
    expect((await call('POST', `/api/retorno_boleto/${line.id}/baixaRetornoBoleto`)).body).toMatchObject({
      code: 'no_boleto',
    })
    const { data } = await ok('GET', `/api/retorno_boleto/${line.id}/propostas`)
    expect(data[0]).toMatchObject({ boleto_id: one.boleto.id, porque: 'Mesmo valor' })
    await ok('POST', `/api/retorno_boleto/${line.id}/vincula`, { boleto_id: one.boleto.id })
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 4 })
    await ok('POST', `/api/retorno/${told.id}/baixaRetorno`)
    expect(await title(one.title)).toMatchObject({ vSaldo: 0 })
    const other = await collected('55.55')
    await exchanged()
    bank.pay(other.boleto.nosso_numero, '55.55')
    const more = renumbered(bank.file(), '88888888888')
    const [unknown] = await linesOf((await taken(more)).id)
    expect((await call('POST', `/api/retorno_boleto/${unknown.id}/ignora`, { motivo: '' })).status).toBe(422)
    await ok('POST', `/api/retorno_boleto/${unknown.id}/ignora`, { motivo: 'De outra empresa do grupo' })
  })

  it('of a payment that the bank takes back owes it again: the money goes, and a receivable of its own is open', async () => {
    const one = await collected('60.00')
    await exchanged()
    bank.pay(one.boleto.nosso_numero, '60.00')
    const paid = await taken(bank.file())
    await ok('POST', `/api/retorno/${paid.id}/baixaRetorno`)
    const before = await balance()
    bank.takeBack(one.boleto.nosso_numero, '60.00')
    const told = await taken(bank.file())
    expect(told).toMatchObject({ aBaixar: 1 })
    expect(await boleto(one.boleto.id)).toMatchObject({ situacao: 2 })
    const done = await ok('POST', `/api/retorno/${told.id}/baixaRetorno`)
    expect(done).toMatchObject({ vPago: -60 })
    expect(await balance()).toBe(before - 60)
    expect(await title(one.title)).toMatchObject({ vSaldo: 0 })
    const { data } = await ok(
      'GET',
      `/api/contas_receber?orderBy=id&sortedBy=desc&where=${encodeURIComponent(JSON.stringify({ cliente_id: ids.customer }))}`,
    )
    expect(data[0]).toMatchObject({ vSaldo: 60, descricao: expect.stringContaining('devolvido pelo banco') })
    // Undone, it is as before.
    await ok('POST', `/api/contas_receber/${data[0].id}/estorna`, { lancamento_id: done.lancamentos[0] })
    expect(await balance()).toBe(before)
    expect((await linesOf(told.id))[0]).toMatchObject({ situacao: 1 })
    await ok('POST', `/api/retorno/${told.id}/baixaRetorno`)
  })

  it('of an account beside is credited there: money is where its boleto was collected', async () => {
    const other = await server.insert('banco', {
      empresa_id: server.empresa_id,
      descricao: 'Bradesco 2',
      codigo: '237',
      tipo: 2,
    })
    const setup = await ok('POST', '/api/banco_cnab', {
      ...SETUP,
      descricao: 'Outra carteira',
      carteira: '26',
      banco_id: other.id,
      nosso_numero_proximo: '500',
    })
    const owed = await owes('45.00')
    const { boletos } = await ok('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id], banco_cnab_id: setup.id })
    const made = await ok('POST', '/api/remessa', { banco_cnab_id: setup.id })
    const theirs = new CollectionBank()
    theirs.receive(await bytesOf(made.id))
    theirs.pay((await boleto(boletos[0])).nosso_numero, '45.00')
    const [before, told] = [await balance(), await taken(theirs.file())]
    await ok('POST', `/api/retorno/${told.id}/baixaRetorno`)
    expect(await balance()).toBe(before)
    expect((await ok('GET', `/api/banco/${other.id}`)).vSaldo).toBe(45 - 2 - 1.5)
    await ok('PUT', `/api/banco_cnab/${setup.id}`, { ativo: false })
  })

  it('asks which, where an account has several collections and nothing says one', async () => {
    const second = await ok('POST', '/api/banco_cnab', {
      ...SETUP,
      descricao: 'Carteira 2',
      carteira: '02',
      banco_id: ids.account,
    })
    const owed = await owes('20.00', { pagamento_id: null, banco_id: ids.account })
    const refused = await call('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id] })
    expect(refused.body).toMatchObject({ code: 'no_setup', message: expect.stringContaining('Selecione a cobrança') })
    await ok('PUT', `/api/banco_cnab/${second.id}`, { ativo: false })
    await ok('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id] })
  })

  it('has no word for what a layout cannot say: that is told as the instruction is given', async () => {
    const one = await collected('30.00')
    await exchanged()
    const refused = await call('POST', `/api/boleto/${one.boleto.id}/instrui`, { comando: 'valor' })
    expect([refused.status, refused.body.errors.comando[0]]).toEqual([
      422,
      expect.stringContaining('não pode ser informado'),
    ])
    expect(await instructionsOf(one.boleto.id)).toEqual([])
    await ok('POST', `/api/boleto/${one.boleto.id}/instrui`, { comando: 'protesto' })
    await ok('POST', `/api/boleto_instrucao/${(await instructionsOf(one.boleto.id))[0].id}/desiste`)
  })

  it('that tells the address of a charge makes its Pix code, and the boleto has it', async () => {
    const caixa = await server.insert('banco', {
      empresa_id: server.empresa_id,
      descricao: 'Caixa',
      codigo: '104',
      tipo: 2,
    })
    const setup = await ok('POST', '/api/banco_cnab', {
      banco_id: caixa.id,
      descricao: 'Caixa',
      layout: 'CNAB240',
      agencia: '1234',
      agencia_dv: '3',
      conta: '567',
      conta_dv: '0',
      convenio: '123456',
      carteira: '1',
      nosso_numero_proximo: '123',
    })
    const owed = await owes('199.90')
    const { boletos } = await ok('POST', '/api/contas_receber/geraBoletos', { ids: [owed.id], banco_cnab_id: setup.id })
    await ok('POST', '/api/remessa', { banco_cnab_id: setup.id })
    const pix = columns(240, { 1: '1040001300003Y', 18: '03', 82: 'pix.banco.example/v2/abc', 159: 'TX123' })
    // Caixa tells its number two columns farther to the right than others.
    const lines = narrow('104', '02', '', [pix]).map((line) =>
      line.replace('14000000000000123  ', '  14000000000000123'),
    )
    await taken(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
    const made = await boleto(boletos[0])
    expect(made).toMatchObject({ situacao: 2, nosso_numero: '14000000000000123' })
    expect(readBrCode(made.pix)).toMatchObject({ url: 'pix.banco.example/v2/abc' })
    await ok('PUT', `/api/banco_cnab/${setup.id}`, { ativo: false })
  })

  it('settled by two at once is settled once', async () => {
    const one = await collected('80.00')
    await exchanged()
    bank.pay(one.boleto.nosso_numero, '80.00')
    const bytes = bank.file()
    const [a, b] = await Promise.all([upload([bytes]), upload([bytes])])
    expect(a?.body.id).toBe(b?.body.id)
    const before = await balance()
    const [line] = await linesOf(a?.body.id)
    await Promise.all([
      call('POST', `/api/retorno/${a?.body.id}/baixaRetorno`),
      call('POST', `/api/retorno/${a?.body.id}/baixaRetorno`),
      call('POST', `/api/retorno_boleto/${line.id}/baixaRetornoBoleto`),
    ])
    expect(await balance()).toBe(before + 78)
  })

  it('is for those who may alone, and another company has none of it', async () => {
    const stranger = await server.user({ permissions: ['show contas_receber'] })
    expect((await upload([Buffer.from('x')], {}, stranger)).status).toBe(403)
    expect((await stranger('GET', '/api/remessa')).status).toBe(403)
    expect((await stranger('POST', '/api/contas_receber/geraBoletos', { ids: [1] })).status).toBe(403)
  })
})
