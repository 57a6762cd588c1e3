import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'
import { actAlone, call, line, ok, openMatching, owes, proposed, verb } from './matching.fixture'

/** What is learned of lines that say the same: offered, let act, and stopped. */

let ids: Awaited<ReturnType<typeof openMatching>>['ids']
let server: Awaited<ReturnType<typeof openMatching>>['server']
beforeAll(async () => {
  ;({ ids, server } = await openMatching())
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

describe('rules', () => {
  it('are offered after three of the same, act once somebody lets them, and stop after two that were undone', async () => {
    const three = []
    for (let at = 0; at < 3; at++)
      three.push(
        await verb('lanca', { linhas: [(await line('-2.50', 'TARIFA PACOTE')).id], plano_conta_id: ids.expense }),
      )
    expect(three.map(({ oferta }) => oferta?.confirmacoes ?? null)).toEqual([null, null, 3])
    const { frase, confirmacoes: _count, ...offer } = three[2].oferta
    expect(frase).toContain('TARIFA PACOTE')
    const rule = await ok('POST', '/api/conciliacao_regra', { ...offer, automatica: true })
    const uses = [await line('-2.50', 'TARIFA PACOTE'), await line('-2.50', 'TARIFA PACOTE')]
    const { linhas } = await ok('GET', `/api/conciliacao_bancaria/${ids.session}/propostas`)
    const mine = linhas.filter((one: { id: number }) => uses.some(({ id }) => id === one.id))
    expect(
      mine.map((one: { kind: string; propostas: { tipo: string; score: number }[] }) => [
        one.kind,
        one.propostas[0]?.tipo,
        one.propostas[0]?.score,
      ]),
    ).toEqual([
      ['auto', 'regra', 80],
      ['auto', 'regra', 80],
    ])
    await ok('POST', `/api/conciliacao_bancaria/${ids.session}/automaticas`)
    expect(await ok('GET', `/api/conciliacao_regra/${rule.id}/usos`)).toMatchObject({ usos: 2, desfeitos: 0 })
    for (const { id } of uses.toReversed()) await ok('POST', `/api/extrato_banco/${id}/desconcilia`)
    expect(await ok('GET', `/api/conciliacao_regra/${rule.id}`)).toMatchObject({ automatica: false })
    await ok('POST', `/api/conciliacao_regra/${rule.id}/remove`)
    expect((await call('DELETE', `/api/conciliacao_regra/${rule.id}`)).body.code).toBe('kept')
    const again = await verb('lanca', { linhas: uses.map(({ id }) => id), plano_conta_id: ids.expense })
    expect(again.oferta).toBeNull()
    await ok('POST', `/api/conciliacao_regra/${rule.id}/restaura`)
  })

  it('that name a person make a payer sure whose own name the bank does not say', async () => {
    for (let at = 0; at < 2; at++) {
      const title = await owes('44.00')
      await verb('conciliaContas', {
        linhas: [(await line('44.00', 'PIX RECEBIDO MARIA')).id],
        titulos: [{ id: title.id }],
      })
    }
    const title = await owes('44.00')
    const { oferta } = await verb('conciliaContas', {
      linhas: [(await line('44.00', 'PIX RECEBIDO MARIA')).id],
      titulos: [{ id: title.id }],
    })
    const { frase: _frase, confirmacoes: _times, ...offer } = oferta
    const rule = await ok('POST', '/api/conciliacao_regra', offer)
    await owes('45.00')
    const next = await line('45.00', 'PIX RECEBIDO MARIA')
    // Known by it, and yet nobody let it act.
    const told = await proposed(next.id)
    expect([told.kind, told.propostas[0]]).toMatchObject([
      'suggest',
      { score: 85, razoes: ['valor_exato', 'apelido', 'data_igual'], detalhe: { regra_id: rule.id } },
    ])
    await ok('PUT', `/api/conciliacao_regra/${rule.id}`, { automatica: true })
    expect((await proposed(next.id)).kind).toBe('auto')
    expect(await actAlone()).toMatchObject({ feitas: 1, recusadas: [] })
    expect(await ok('GET', `/api/conciliacao_regra/${rule.id}/usos`)).toMatchObject({
      usos: 1,
      data: [{ extrato_banco_id: next.id, automatico: true }],
    })
    const undo = async (id: number) => {
      const { regras } = await ok('POST', `/api/extrato_banco/${id}/desconcilia`)
      await ok('POST', `/api/extrato_banco/${id}/ignora`, { xJust: 'Teste' })
      return regras
    }
    expect(await undo(next.id)).toEqual([])
    await owes('45.50')
    const last = await line('45.50', 'PIX RECEBIDO MARIA')
    expect(await actAlone()).toMatchObject({ feitas: 1 })
    expect(await undo(last.id)).toEqual([rule.id])
    const { data } = await ok('GET', `/api/conciliacao_regra/${rule.id}/auditoria`)
    expect(JSON.stringify(data)).toContain('deixaDeAgir')
  })

  it('are of one person, one account and one sign: a namesake, and another account, are not sure by them', async () => {
    const twins = [
      await server.insert('cliente', { xNome: 'Joao Silva' }),
      await server.insert('cliente', { xNome: 'Joao Silva' }),
    ]
    const [known = { id: 0 }, namesake = { id: 0 }] = twins
    const made = { banco_id: ids.account, padrao: 'RECEBIDO ZEZE', sinal: '+', cliente_id: known.id }
    const rule = await ok('POST', '/api/conciliacao_regra', made)
    await owes('91.00', { cliente_id: namesake.id })
    const own = await owes('92.00', { cliente_id: known.id })
    const [first, second] = [await line('91.00', 'RECEBIDO ZEZE'), await line('92.00', 'RECEBIDO ZEZE')]
    const reasons = async (id: number) => (await proposed(id)).propostas[0].razoes
    expect(await reasons(first.id)).not.toContain('apelido')
    expect(await reasons(second.id)).toContain('apelido')
    const elsewhere = await line('92.00', 'RECEBIDO ZEZE', { banco_id: ids.other })
    const other = await ok('POST', '/api/conciliacao_bancaria', {
      banco_id: ids.other,
      dInicio: '2026-11-01',
      dFim: '2026-11-30',
    })
    const there = (await ok('GET', `/api/conciliacao_bancaria/${other.id}/propostas`)).linhas
    const told = there.find((one: { id: number }) => one.id === elsewhere.id)
    expect(told.propostas[0].razoes).not.toContain('apelido')
    const body = { linhas: [elsewhere.id], titulos: [{ id: own.id }], regra_id: rule.id }
    expect((await call('POST', '/api/extrato_banco/conciliaContas', body)).body.code).toBe('other_account')
    await verb('conciliaContas', { ...body, linhas: [second.id] })
    expect(await ok('GET', `/api/conciliacao_regra/${rule.id}/usos`)).toMatchObject({ usos: 1 })
  })

  it('are kept by the words of what is typed; 422 where there are none', async () => {
    const made = { banco_id: ids.account, sinal: '-', plano_conta_id: ids.expense }
    const rule = await ok('POST', '/api/conciliacao_regra', { ...made, padrao: 'Mensalidade 10/11 nº 123.456-7' })
    expect(rule.padrao).toBe('MENSALIDADE N')
    expect(await call('POST', '/api/conciliacao_regra', { ...made, padrao: '10/11 123.456-7' })).toMatchObject({
      status: 422,
      body: { errors: { padrao: ['Informe palavras do histórico, sem números.'] } },
    })
  })
})
