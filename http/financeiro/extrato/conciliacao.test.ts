import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'
import {
  actAlone,
  balance,
  call,
  line,
  ok,
  openMatching,
  owed,
  owes,
  proposed,
  stateOf,
  verb,
} from './matching.fixture'
import { ofxFile } from './ofx.fixture'

/** Lines of the bank against what is owed and what is in cash: every way to match, and back. */

let ids: Awaited<ReturnType<typeof openMatching>>['ids']
let server: Awaited<ReturnType<typeof openMatching>>['server']
beforeAll(async () => {
  ;({ ids, server } = await openMatching())
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

describe('a line and titles', () => {
  it('exact: the payment is of its day, and undoing reverses it whole', async () => {
    const before = await balance()
    const [one, title] = [await line('100.00'), await owes('100.00')]
    const { lancamentos } = await verb('conciliaContas', { linhas: [one.id], titulos: [{ id: title.id }] })
    expect(await ok('GET', `/api/contas_receber/${title.id}`)).toMatchObject({ status: 4, dPagamento: '2026-11-10' })
    expect([await stateOf(one.id), await balance()]).toEqual([4, before + 100])
    expect((await ok('POST', `/api/extrato_banco/${one.id}/desconcilia`)).estornados).toEqual(lancamentos)
    expect([await stateOf(one.id), await balance()]).toEqual([0, before])
    expect((await ok('GET', `/api/contas_receber/${title.id}`)).status).toBe(0)
    await verb('conciliaContas', { linhas: [one.id], titulos: [{ id: title.id }] })
  })

  it('422 for how much a title is paid: that is what the line says', async () => {
    const [one, title] = [await line('100.00'), await owes('100.00')]
    const body = { linhas: [one.id], titulos: [{ id: title.id, vPago: '40.00' }] }
    const refused = await call('POST', '/api/extrato_banco/conciliaContas', body)
    expect([refused.status, refused.body.errors]).toEqual([422, { 'titulos.0.vPago': ['Valor inválido.'] }])
    await verb('conciliaContas', { linhas: [one.id], titulos: [{ id: title.id }] })
  })

  it('what the acquirer owes is not offered for what its customer pays', async () => {
    const card = await owes('61.37', { tpConta: 7, adquirente: 'cielo' })
    const one = await line('61.37', 'PIX RECEBIDO CLINICA AURORA')
    expect(await proposed(one.id)).toMatchObject({ kind: 'none', propostas: [] })
    const title = await owes('61.37')
    expect((await proposed(one.id)).propostas.map((of: { itens: object[] }) => of.itens)).toMatchObject([
      [{ id: title.id }],
    ])
    await verb('conciliaContas', { linhas: [one.id], titulos: [{ id: title.id }] })
    await ok('POST', `/api/contas_receber/${card.id}/cancela`)
  })

  it('one to many, many to one, and the rest as fee, interest, discount, credit or part', async () => {
    const sum = await line('150.00')
    const two = [await owes('100.00'), await owes('50.00')]
    await verb('conciliaContas', { linhas: [sum.id], titulos: two.map(({ id }) => ({ id })) })
    const halves = [await line('30.00'), await line('70.00')]
    const whole = await owes('100.00')
    expect(
      (await verb('conciliaContas', { linhas: halves.map((one) => one.id), titulos: [{ id: whole.id }] })).lancamentos,
    ).toHaveLength(2)
    expect((await ok('GET', `/api/contas_receber/${whole.id}`)).status).toBe(4)
    for (const [kind, amount, title, how, saldo] of [
      ['receber', '97.50', '100.00', 'tarifa', 0],
      ['receber', '103.00', '100.00', 'juros', 0],
      ['receber', '95.00', '100.00', 'desconto', 0],
      ['receber', '120.00', '100.00', 'credito', 0],
      ['receber', '40.00', '100.00', 'parcial', 60],
      ['pagar', '-102.00', '100.00', 'multa', 0],
      ['pagar', '-101.00', '100.00', 'tarifa', 0],
    ] as const) {
      const before = await balance()
      const [one, other] = [await line(amount), await (kind === 'receber' ? owes(title) : owed(title))]
      const body = { linhas: [one.id], titulos: [{ id: other.id }] }
      const refused = await call('POST', '/api/extrato_banco/conciliaContas', body)
      expect([refused.status, refused.body.code]).toEqual([400, 'difference'])
      await verb('conciliaContas', { ...body, diferenca: how })
      expect((await ok('GET', `/api/contas_${kind}/${other.id}`)).vSaldo, how).toBe(saldo)
      expect(await balance(), how).toBeCloseTo(before + Number(amount), 2)
    }
  })

  it('409 where two windows match the same line at the same moment: one payment', async () => {
    const [one, title, second] = [await line('10.00'), await owes('10.00'), await owes('10.00')]
    const answers = await Promise.all(
      [title, second, title, second].map(({ id }) =>
        call('POST', '/api/extrato_banco/conciliaContas', { linhas: [one.id], titulos: [{ id }] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  it('opens a title that is missing, and takes it back with the match', async () => {
    const one = await line('-33.00')
    expect((await call('POST', '/api/extrato_banco/abreConta', { linhas: [one.id] })).status).toBe(422)
    await verb('abreConta', {
      linhas: [one.id],
      fornecedor_id: ids.supplier,
      plano_conta_id: ids.expense,
      descricao: 'Sem nota',
    })
    const [title] = (await ok('GET', '/api/contas_pagar?search=Sem nota')).data
    expect(title).toMatchObject({ status: 4, vDup: 33 })
    await ok('POST', `/api/extrato_banco/${one.id}/desconcilia`)
    expect((await ok('GET', `/api/contas_pagar/${title.id}`)).status).toBe(5)
    await ok('POST', `/api/extrato_banco/${one.id}/ignora`, { xJust: 'Teste' })
  })
})

describe('a line and cash', () => {
  it('links what was posted already: undoing touches no ledger, reversing the fact frees the line', async () => {
    const title = await owed('70.00')
    const { lancamento_id } = await ok('POST', `/api/contas_pagar/${title.id}/baixa`, {
      banco_id: ids.account,
      dPagamento: '2026-11-10',
      vTarifa: '1.00',
    })
    const one = await line('-71.00')
    const before = await balance()
    await verb('conciliaCaixa', { linhas: [one.id], lancamentos: [lancamento_id] })
    const again = await call('POST', '/api/extrato_banco/conciliaCaixa', {
      linhas: [(await line('-71.00')).id],
      lancamentos: [lancamento_id],
    })
    expect([again.status, again.body.code]).toEqual([400, 'nothing_matched'])
    expect((await ok('POST', `/api/extrato_banco/${one.id}/desconcilia`)).estornados).toEqual([])
    expect([await balance(), await stateOf(one.id)]).toEqual([before, 0])
    await verb('conciliaCaixa', { linhas: [one.id], lancamentos: [lancamento_id] })
    await ok('POST', '/api/lancamento/estorna', { id: lancamento_id })
    expect(await stateOf(one.id)).toBe(0)
    await ok('POST', `/api/extrato_banco/${one.id}/ignora`, { xJust: 'Teste' })
  })

  it('in a closed month links what was posted, and posts nothing', async () => {
    const title = await owed('5.00')
    const { lancamento_id } = await ok('POST', `/api/contas_pagar/${title.id}/baixa`, {
      banco_id: ids.account,
      dPagamento: '2026-09-10',
    })
    const [one, two] = [
      await line('-5.00', 'PIX', { dMovimento: '2026-09-10' }),
      await line('-6.00', 'PIX', { dMovimento: '2026-09-11' }),
    ]
    const { id } = await ok('POST', '/api/financeiro/fechamento/fecha', { ate: '2026-09-30', motivo: 'Conferido' })
    await verb('conciliaCaixa', { linhas: [one.id], lancamentos: [lancamento_id] })
    const refused = await call('POST', '/api/extrato_banco/lanca', { linhas: [two.id], plano_conta_id: ids.expense })
    expect(refused.body.code).toBe('period_closed')
    await ok('POST', `/api/financeiro/fechamento/${id}/reabre`, { motivo: 'Conciliação atrasada de setembro' })
    await verb('lanca', { linhas: [two.id], plano_conta_id: ids.expense })
  })

  it('is a transfer with the line of the other account, or waits for it', async () => {
    const one = await line('-500.00')
    const two = await line('500.00', 'TED', { banco_id: ids.other, dMovimento: '2026-11-11' })
    const [here, there] = [await balance(), await balance(ids.other)]
    const { lancamentos } = await verb('transfere', { linha_id: one.id, outra_linha_id: two.id })
    expect([await balance(), await balance(ids.other)]).toEqual([here - 500, there + 500])
    expect([await stateOf(one.id), await stateOf(two.id)]).toEqual([4, 4])
    await ok('POST', `/api/extrato_banco/${one.id}/desconcilia`)
    // The other line still has the fact.
    expect([await stateOf(one.id), await stateOf(two.id), await balance()]).toEqual([0, 4, here - 500])
    await verb('conciliaCaixa', { linhas: [one.id], lancamentos })
    const out = await line('-20.00')
    await verb('transfere', { linha_id: out.id, banco_id: ids.other })
    expect(
      (
        await call('POST', '/api/extrato_banco/transfere', {
          linha_id: (await line('-1.00')).id,
          banco_id: ids.account,
        })
      ).body.code,
    ).toBe('same_account')
  })

  it('is a transfer that goes with the last of its lines, whichever is taken back first', async () => {
    const [here, there] = [await balance(), await balance(ids.other)]
    for (const first of [0, 1] as const) {
      const out = await line('-510.00')
      const into = await line('510.00', 'TED', { banco_id: ids.other, dMovimento: '2026-11-11' })
      const { lancamentos } = await verb('transfere', { linha_id: out.id, banco_id: ids.other })
      expect(await verb('transfere', { linha_id: into.id, banco_id: ids.account })).toMatchObject({ lancamentos })
      const [one, other] = first === 0 ? [out, into] : [into, out]
      expect((await ok('POST', `/api/extrato_banco/${one.id}/desconcilia`)).estornados).toEqual([])
      expect((await ok('POST', `/api/extrato_banco/${other.id}/desconcilia`)).estornados).toEqual(lancamentos)
      expect([await balance(), await balance(ids.other)]).toEqual([here, there])
      for (const { id } of [out, into]) await ok('POST', `/api/extrato_banco/${id}/ignora`, { xJust: 'Teste' })
    }
  })

  it('is the transfer that cash has already: nothing is posted again, whichever way both lines say so', async () => {
    const moved = { banco_id: ids.account, banco_destino_id: ids.other, valor: '500.00', dMovimento: '2026-11-12' }
    const facts = []
    for (let at = 0; at < 3; at++) facts.push(await ok('POST', '/api/caixa_lancamento/transferencia', moved))
    const [here, there] = [await balance(), await balance(ids.other)]
    const pair = async () => [
      await line('-500.00', 'TED MESMA TITULARIDADE', { dMovimento: '2026-11-10' }),
      await line('500.00', 'TED MESMA TITULARIDADE', { dMovimento: '2026-11-11', banco_id: ids.other }),
    ]
    const first = await pair()
    expect(await proposed(first[0].id)).toMatchObject({ kind: 'transfer', par: first[1].id })
    await actAlone()
    const second = await pair()
    const { lancamentos } = await verb('transfere', { linha_id: second[1].id, outra_linha_id: second[0].id })
    expect(facts.map((one) => one.lancamento_id)).toContain(lancamentos[0])
    // One line alone takes the last, and its other end is found by the line that comes later.
    const third = await pair()
    const alone = await verb('transfere', { linha_id: third[0].id, banco_id: ids.other })
    expect(await verb('transfere', { linha_id: third[1].id, banco_id: ids.account })).toMatchObject({
      lancamentos: alone.lancamentos,
    })
    for (const one of [...first, ...second, ...third]) expect(await stateOf(one.id)).toBe(4)
    expect([await balance(), await balance(ids.other)]).toEqual([here, there])
    expect((await ok('POST', `/api/extrato_banco/${first[0].id}/desconcilia`)).estornados).toEqual([])
    await actAlone()
    // None is left, or one of long ago: it is posted.
    await ok('POST', '/api/caixa_lancamento/transferencia', { ...moved, dMovimento: '2026-11-01' })
    const fourth = await pair()
    const made = await verb('transfere', { linha_id: fourth[0].id, outra_linha_id: fourth[1].id })
    expect([await balance(), await balance(ids.other)]).toEqual([here - 1000, there + 1000])
    await ok('POST', '/api/lancamento/estorna', { id: made.lancamentos[0] })
    for (const one of fourth) await ok('POST', `/api/extrato_banco/${one.id}/ignora`, { xJust: 'Teste' })
  })

  it('403 for whoever may not settle, and 404 for lines that are not there', async () => {
    const one = await line('9.00')
    const title = await owes('9.00')
    const clerk = await server.user({ permissions: ['edit conciliacao_bancaria'] })
    expect(
      (await clerk('POST', '/api/extrato_banco/conciliaContas', { linhas: [one.id], titulos: [{ id: title.id }] }))
        .status,
    ).toBe(403)
    expect(
      (await clerk('POST', '/api/extrato_banco/lanca', { linhas: [one.id], plano_conta_id: ids.revenue })).status,
    ).toBe(403)
    expect(
      (await call('POST', '/api/extrato_banco/conciliaContas', { linhas: [999_999], titulos: [{ id: title.id }] }))
        .status,
    ).toBe(404)
  })
})

describe('a reconciliation', () => {
  it('does what is sure, and is finished when nothing waits and the balances agree, or somebody says why not', async () => {
    const finish = `/api/conciliacao_bancaria/${ids.session}/finalizarConciliacaoBancaria`
    await owes('46.00')
    await line('46.00', 'PIX RECEBIDO CLINICA AURORA')
    expect((await call('POST', finish)).body.code).toBe('pending')
    const done = await ok('POST', `/api/conciliacao_bancaria/${ids.session}/automaticas`)
    expect(done.feitas).toBeGreaterThan(0)
    const left = (await ok('GET', `/api/extrato_banco?perPage=1000&where={"banco_id":${ids.account},"status":0}`)).data
    for (const { id } of left) await ok('POST', `/api/extrato_banco/${id}/ignora`, { xJust: 'Teste' })
    expect((await call('POST', finish)).body).toMatchObject({ code: 'no_balance' })
    const now = await balance()
    const form = new FormData()
    form.append(
      'file',
      new File(
        [ofxFile({ lines: [], conta: '12345', saldo: { data: '2026-11-30', valor: (now + 1).toFixed(2) } })],
        'fim.ofx',
      ),
    )
    const uploaded = await call('POST', '/api/financeiro/conciliacao_bancaria/upload', form)
    expect(uploaded.body.contas[0]).toMatchObject({ banco_id: ids.account, conciliacao_bancaria_id: ids.session })
    const refused = await call('POST', finish)
    expect(refused.body).toMatchObject({ code: 'difference' })
    expect(refused.body.message).toContain('Não foi possível finalizar a conciliação')
    expect(await ok('GET', `/api/conciliacao_bancaria/${ids.session}/situacao`)).toMatchObject({
      restam: 0,
      vDiferenca: 1,
    })
    expect(await ok('POST', finish, { xMotivoDiferenca: 'Saldo de abertura ainda em conferência' })).toMatchObject({
      status: 4,
      vDiferenca: 1,
    })
    expect((await call('POST', finish)).body.code).toBe('finished')
    // What it read is told as that, and a later statement is read again once it is open.
    expect(await ok('GET', `/api/conciliacao_bancaria/${ids.session}`)).toMatchObject({
      vSaldoBanco: null,
      dSaldoLido: '2026-11-30',
      vSaldoLido: now + 1,
    })
    await ok('POST', `/api/conciliacao_bancaria/${ids.session}/reabre`)
    expect(await ok('GET', `/api/conciliacao_bancaria/${ids.session}`)).toMatchObject({
      dSaldoLido: null,
      vSaldoLido: null,
      vSaldoCaixa: null,
      vDiferenca: null,
    })
    const later = new FormData()
    const saldo = { data: '2026-11-30', valor: now.toFixed(2) }
    later.append('file', new File([ofxFile({ lines: [], conta: '12345', saldo })], 'depois.ofx'))
    await call('POST', '/api/financeiro/conciliacao_bancaria/upload', later)
    expect(await ok('POST', finish)).toMatchObject({ status: 4, vDiferenca: 0, vSaldoLido: now })
    await ok('POST', `/api/conciliacao_bancaria/${ids.session}/reabre`)
    // Typed, it goes before what files say.
    await ok('PUT', `/api/conciliacao_bancaria/${ids.session}`, { vSaldoBanco: now + 2, dSaldo: '2026-11-30' })
    expect((await call('POST', finish)).body.code).toBe('difference')
  })
})
