import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { asOwner } from '../../../fixtures/as-owner'
import { columns, narrow, type Told400 } from '../../../core/banking/cnab/retorno.fixture'
import { readBrCode } from '../../../core/pix/br-code'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  SETUP,
  balance,
  boleto,
  bytesOf,
  call,
  collected,
  exchangedWith,
  ids,
  instructionsOf,
  linesOf,
  ok,
  openCollecting,
  owes,
  taken,
  title,
  upload,
} from './collecting.fixture'

/** What banks say of boletos: settled by who confirms it, told twice, in another order, cut, of nobody, taken back. */

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

/** A file whose titles have another number. */
const renumbered = (bytes: Uint8Array, number: string): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/^(1.{69}).{11}/gm, `$1${number}`),
    'latin1',
  )

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
