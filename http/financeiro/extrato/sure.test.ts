import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { actAlone, balance, call, line, ok, openMatching, owes, proposed, stateOf, verb } from './matching.fixture'

/** What acts alone: each line by itself, what is refused told beside its reason; and lines that go together. */

let ids: Awaited<ReturnType<typeof openMatching>>['ids']
let server: Awaited<ReturnType<typeof openMatching>>['server']
beforeAll(async () => {
  ;({ ids, server } = await openMatching())
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

const AURORA = 'PIX RECEBIDO CLINICA AURORA'
const ignore = (id: number) => ok('POST', `/api/extrato_banco/${id}/ignora`, { xJust: 'Teste' })

describe('what is sure', () => {
  it('is done line by line: what is refused stays, with its reason, and stops nothing', async () => {
    await owes('71.00', { dVencimento: '2026-09-10', dEmissao: '2026-09-01' })
    await owes('72.00')
    const late = await line('71.00', AURORA, { dMovimento: '2026-09-10' })
    const good = await line('72.00', AURORA)
    const saldo = await line('9000.00', 'SALDO DO DIA')
    expect(await proposed(saldo.id)).toMatchObject({ kind: 'ignore' })
    const { id } = await ok('POST', '/api/financeiro/fechamento/fecha', {
      ate: '2026-09-30',
      motivo: 'Linha de setembro a conciliar',
    })
    const stands = await ok('GET', `/api/conciliacao_bancaria/${ids.session}/propostas`)
    expect(stands).toMatchObject({ certas: 2, total: 3, avisos: [] })
    expect(await actAlone()).toEqual({
      feitas: 2,
      restam: 0,
      linhas: [
        { linha: good.id, desfaz: 'desconcilia' },
        { linha: saldo.id, desfaz: 'reabre' },
      ],
      recusadas: [{ linha: late.id, memo: late.memo, motivo: 'O mês de 10/09/2026 está fechado (até 30/09/2026).' }],
    })
    expect([await stateOf(late.id), await stateOf(good.id), await stateOf(saldo.id)]).toEqual([0, 4, 5])
    expect(await ok('GET', `/api/extrato_banco/${saldo.id}`)).toMatchObject({ xMotivoIgnorada: 'Linha de saldo' })
    await ok('POST', `/api/financeiro/fechamento/${id}/reabre`, { motivo: 'Conciliação atrasada de setembro' })
    expect(await actAlone()).toMatchObject({ feitas: 1, recusadas: [] })
  })

  it('of which one is refused as it is tried is done but for that one, of which nothing stays', async () => {
    const title = await owes('73.00')
    const refused = await line('73.00', AURORA)
    const [fee, back] = [await line('-12.34', 'TARIFA PACOTE'), await line('12.34', 'ESTORNO TARIFA PACOTE')]
    const before = await balance()
    // Payments are posted in the titles' ledger before the account refuses them; a reversal posts nothing.
    await ok('PUT', `/api/banco/${ids.account}`, { ativo: false })
    expect(await actAlone()).toEqual({
      feitas: 1,
      restam: 0,
      linhas: [{ linha: fee.id, desfaz: 'reabre' }],
      recusadas: [{ linha: refused.id, memo: refused.memo, motivo: 'A conta caixa Corrente não está ativa.' }],
    })
    expect([await stateOf(refused.id), await stateOf(fee.id), await stateOf(back.id)]).toEqual([0, 5, 5])
    expect(await ok('GET', `/api/contas_receber/${title.id}`)).toMatchObject({
      vSaldo: 73,
      movimentos: [{ evento: 'abertura' }],
    })
    expect(await balance()).toBe(before)
    // Whoever goes on leaves out what was refused.
    const path = `/api/conciliacao_bancaria/${ids.session}/automaticas`
    expect(await ok('POST', path, { fora: [refused.id] })).toEqual({ feitas: 0, restam: 0, linhas: [], recusadas: [] })
    await ok('PUT', `/api/banco/${ids.account}`, { ativo: true })
    expect(await ok('POST', path, { fora: [refused.id] })).toMatchObject({ feitas: 0 })
    expect(await actAlone()).toMatchObject({ feitas: 1 })
    expect(await balance()).toBe(before + 73)
  })

  it('is left to whoever may write it', async () => {
    await owes('75.00')
    const one = await line('75.00', AURORA)
    const clerk = await server.user({ permissions: ['edit conciliacao_bancaria', 'show contas_receber'] })
    const done = await clerk('POST', `/api/conciliacao_bancaria/${ids.session}/automaticas`)
    expect(done.body).toMatchObject({ feitas: 0, recusadas: [{ linha: one.id }] })
    expect(done.body.recusadas[0].motivo).toContain('Você não tem permissão')
    expect(await actAlone()).toMatchObject({ feitas: 1 })
  })

  it('done by two at the same time is done once', async () => {
    const made = []
    for (const vConta of ['81.00', '82.00', '83.00', '84.00']) {
      await owes(vConta)
      made.push(await line(vConta, AURORA))
    }
    const answers = await Promise.all([actAlone(), actAlone()])
    expect(answers.reduce((sum, { feitas }) => sum + feitas, 0)).toBe(4)
    for (const { id } of made) expect(await stateOf(id)).toBe(4)
  })
})

describe('what cash has', () => {
  it('is offered of the line’s own account, however much there is in others', async () => {
    const day = '2026-10-20'
    const drawer = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Gaveta' })
    const entry = { plano_conta_id: ids.revenue, vLancamento: '33.10', dMovimento: day }
    await ok('POST', '/api/caixa_lancamento', { ...entry, banco_id: drawer.id })
    const { lancamento_id } = await ok('POST', '/api/caixa_lancamento', { ...entry, banco_id: ids.account })
    const one = await line('33.10', 'DEPOSITO', { dMovimento: day })
    const { kind, propostas } = await proposed(one.id)
    expect([kind, propostas.map((of: { itens: { id: number }[] }) => of.itens.map(({ id }) => id))]).toEqual([
      'auto',
      [[lancamento_id]],
    ])
    await verb('conciliaCaixa', { linhas: [one.id], lancamentos: [lancamento_id] })
    // Half of it is in a line already: the other half is what waits.
    const again = await ok('POST', '/api/caixa_lancamento', { ...entry, banco_id: ids.account })
    const [half, rest] = [
      await line('13.10', 'DEPOSITO', { dMovimento: day }),
      await line('20.00', 'OUTRO', { dMovimento: day }),
    ]
    await verb('conciliaCaixa', { linhas: [half.id], lancamentos: [again.lancamento_id] })
    expect((await proposed(rest.id)).propostas[0]).toMatchObject({
      tipo: 'caixa',
      itens: [{ id: again.lancamento_id }],
    })
    await verb('conciliaCaixa', { linhas: [rest.id], lancamentos: [again.lancamento_id] })
  })
})

describe('lines of other accounts', () => {
  it('beyond what is looked at are told of, the newest are looked at, and nothing acts alone', async () => {
    await asOwner(
      server.url,
      (owner) => owner`insert into extrato_banco (empresa_id, banco_id, "dMovimento", amount, memo)
        select ${server.empresa_id}, ${ids.other}, date '2026-11-05', n, 'DEMAIS' from generate_series(1, 2000) n`,
    )
    const out = await line('-4321.00', 'TED MESMA TITULARIDADE')
    const into = await line('4321.00', 'TED MESMA TITULARIDADE', { banco_id: ids.other })
    const path = `/api/conciliacao_bancaria/${ids.session}`
    expect((await ok('GET', `${path}/propostas`)).avisos).toEqual([expect.stringContaining('demais em outras contas')])
    expect(await proposed(out.id)).toMatchObject({ kind: 'transfer', par: into.id })
    expect((await call('POST', `${path}/automaticas`)).body.code).toBe('too_many_facts')
    await asOwner(server.url, (owner) => owner`delete from extrato_banco where memo = 'DEMAIS'`)
    expect((await ok('GET', `${path}/propostas`)).avisos).toEqual([])
    for (const { id } of [out, into]) await ignore(id)
  })
})

describe('a line and its reversal by the bank', () => {
  it('are left out together, and come back together', async () => {
    const [one, other] = [await line('-15.00', 'TARIFA TESTE'), await line('15.00', 'ESTORNO TARIFA TESTE')]
    expect(await proposed(one.id)).toMatchObject({ kind: 'reversal', par: other.id })
    await verb('pareia', { linhas: [other.id, one.id] })
    expect(await ok('GET', `/api/extrato_banco/${one.id}`)).toMatchObject({ status: 5, par_id: other.id })
    expect(await ok('GET', `/api/extrato_banco/${other.id}`)).toMatchObject({ status: 5, par_id: one.id })
    await ok('POST', `/api/extrato_banco/${other.id}/reabre`)
    for (const { id } of [one, other])
      expect(await ok('GET', `/api/extrato_banco/${id}`)).toMatchObject({
        status: 0,
        par_id: null,
        xMotivoIgnorada: null,
      })
    expect(await actAlone()).toMatchObject({ feitas: 1 })
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual([5, 5])
  })

  it('400 of what is not opposite, of another account, or matched in part', async () => {
    const refused = async (...linhas: { id: number }[]) =>
      (await call('POST', '/api/extrato_banco/pareia', { linhas: linhas.map(({ id }) => id) })).body.code
    const [one, more, part] = [await line('-16.00'), await line('17.00'), await line('16.00')]
    const elsewhere = await line('16.00', 'PIX', { banco_id: ids.other })
    expect([await refused(one, more), await refused(one, elsewhere)]).toEqual(['not_opposite', 'not_opposite'])
    const { lancamento_id } = await ok('POST', '/api/caixa_lancamento', {
      banco_id: ids.account,
      plano_conta_id: ids.revenue,
      vLancamento: '6.00',
      dMovimento: '2026-11-10',
    })
    await verb('conciliaCaixa', { linhas: [part.id], lancamentos: [lancamento_id] })
    expect(await refused(one, part)).toBe('partly')
    await ok('POST', `/api/extrato_banco/${part.id}/desconcilia`)
    for (const { id } of [one, more, part, elsewhere]) await ignore(id)
  })
})

describe('refusals', () => {
  it('400 of lines that do not go together, of what is not said, and of what is not so', async () => {
    const [into, out] = [await line('18.00'), await line('-18.00')]
    const [elsewhere, same] = [await line('-18.00', 'TED', { banco_id: ids.other }), await line('18.00')]
    const code = async (name: string, body: object) =>
      (await call('POST', `/api/extrato_banco/${name}`, body)).body.code
    const linhas = [into.id, out.id]
    expect(await code('lanca', { linhas, plano_conta_id: ids.revenue })).toBe('mixed_lines')
    expect(await code('lanca', { linhas: [into.id] })).toBe('no_plan')
    expect(await code('abreConta', { linhas: [into.id, same.id], cliente_id: ids.customer })).toBe('one_line')
    expect(await code('transfere', { linha_id: out.id, outra_linha_id: elsewhere.id })).toBe('not_opposite')
    expect(await code(`${into.id}/desconcilia`, {})).toBe('not_matched')
    const { id: empresa_id } = await server.insert('empresa', { CNPJ_CPF: testCnpj(3), xNome: 'Outra Ltda', UF: 'PR' })
    const outside = await server.insert('banco', { empresa_id, descricao: 'Alheia' })
    const theirs = await server.insert('extrato_banco', {
      empresa_id,
      banco_id: outside.id,
      dMovimento: '2026-11-10',
      amount: '18.00',
      memo: 'ALHEIA',
    })
    const statusOf = async (name: string, body: object) =>
      (await call('POST', `/api/extrato_banco/${name}`, body)).status
    expect(await statusOf('lanca', { linhas: [theirs.id], plano_conta_id: ids.revenue })).toBe(404)
    expect(await statusOf('transfere', { linha_id: out.id, outra_linha_id: theirs.id })).toBe(404)
    expect(await statusOf('transfere', { linha_id: out.id, banco_id: outside.id })).toBe(404)
    expect(await statusOf('pareia', { linhas: [out.id, theirs.id] })).toBe(404)
    // Who is of both companies moves no money between them.
    const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, empresa_id] })
    const between = await both('POST', '/api/extrato_banco/transfere', { linha_id: out.id, banco_id: outside.id })
    expect([between.status, between.body.code]).toEqual([400, 'other_company'])
    const mixed = await both('POST', '/api/extrato_banco/lanca', {
      linhas: [into.id, theirs.id],
      plano_conta_id: ids.revenue,
    })
    expect([mixed.status, mixed.body.code]).toEqual([400, 'mixed_lines'])
    for (const { id } of [into, out, elsewhere, same]) await ignore(id)
  })

  it('400 of a rule of another account, of the other sign, or that was removed; 403 against the sign of its account', async () => {
    const made = { banco_id: ids.account, padrao: 'TARIFA ALFA', sinal: '-', plano_conta_id: ids.expense }
    const rule = await ok('POST', '/api/conciliacao_regra', made)
    const [out, into] = [await line('-19.00', 'TARIFA ALFA'), await line('19.00', 'TARIFA ALFA')]
    const elsewhere = await line('-19.00', 'TARIFA ALFA', { banco_id: ids.other })
    const used = (id: number, regra_id = rule.id) =>
      call('POST', '/api/extrato_banco/lanca', { linhas: [id], regra_id })
    expect([(await used(elsewhere.id)).body.code, (await used(into.id)).body.code]).toEqual([
      'other_account',
      'other_sign',
    ])
    await ok('POST', `/api/conciliacao_regra/${rule.id}/remove`)
    expect((await call('POST', `/api/conciliacao_regra/${rule.id}/remove`)).body.code).toBe('removed')
    expect((await used(out.id)).body.code).toBe('removed')
    await ok('POST', `/api/conciliacao_regra/${rule.id}/restaura`)
    expect((await call('POST', `/api/conciliacao_regra/${rule.id}/restaura`)).body.code).toBe('not_removed')
    const odd = await ok('POST', '/api/conciliacao_regra', { ...made, sinal: '+', automatica: true })
    const clerk = await server.user({
      permissions: ['edit conciliacao_bancaria', 'store fluxo_caixa', 'edit fluxo_caixa'],
    })
    expect((await clerk('POST', '/api/extrato_banco/lanca', { linhas: [into.id], regra_id: odd.id })).status).toBe(403)
    expect((await used(out.id)).status).toBe(200)
    expect((await ok('GET', `/api/conciliacao_regra/${rule.id}/usos`)).usos).toBe(1)
    for (const { id } of [into, elsewhere]) await ignore(id)
  })
})
