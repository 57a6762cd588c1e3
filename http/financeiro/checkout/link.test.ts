import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutWay } from '../../../fixtures/simulators/checkout'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { account, type Selling, selling } from './selling.fixture'

/** Links of a payment service: one an instalment and amount, whatever becomes of the calls. */

let at: Selling
beforeAll(async () => {
  at = await selling()
})
afterAll(() => at.close())

const run = (query: ReturnType<typeof sql>) => at.server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, query))
/** Whatever waits for its next try is due now. */
const later = async () => {
  await run(
    sql`update troca set "dhProxima" = now() - interval '1 second' where "dhProxima" is not null and status <> 'respondida' returning id`,
  )
  await at.server.runJobs()
}
const linkNow = async (id: number) => (await at.server.admin('GET', `/api/link_pagamento/${id}`)).body
const madeFor = (referencia: string) => at.service.made.filter((one) => one.reference === referencia)

describe('an instalment’s link', () => {
  it('is asked for with what the service needs, and is there once it has answered; asked again it is the same', async () => {
    const { id, dues } = await at.sale([40, 60])
    const [, second = 0] = dues
    const first = await at.ask(second)
    expect(first.body).toMatchObject({ valor: 60, pix: null, link: { situacao: 'gerando', url: null } })
    const link = await at.link(second)
    expect(link).toMatchObject({
      id: first.body.link.id,
      situacao: 'aberto',
      url: expect.stringContaining('/pay/lnk_'),
    })
    const [made, ...more] = madeFor(link.referencia)
    expect(more).toEqual([])
    expect(made?.body).toEqual({
      reference: link.referencia,
      amount: 6000,
      currency: 'BRL',
      description: `Venda nº ${id}, parcela 2 de 2`,
      due_date: '2027-01-08',
      methods: ['card', 'pix', 'boleto'],
      payer: { name: 'Maria Exemplo', tax_id: '52998224725', email: 'maria@teste.example' },
      notification_url: `https://prumo.example/publico/pagamento/${at.server.empresa_id}`,
    })
    expect((await at.link(second)).id).toBe(link.id)
    expect(madeFor(link.referencia)).toHaveLength(1)
    // Whose it is was sent, and is not kept.
    expect(await run(sql`select 1 from troca where corpo like '%Maria%'`)).toEqual([])
  })

  it('is one, however many ask at the same moment', async () => {
    const { dues } = await at.sale([25])
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.ask(dues[0] ?? 0)))
    expect(new Set(answers.map(({ body }) => body.link.id)).size).toBe(1)
    await at.server.runJobs()
    expect(madeFor((await linkNow(answers[0]?.body.link.id)).referencia)).toHaveLength(1)
  })

  it.each([
    ['cut', 1],
    ['failed', 1],
    ['nonsense', 1],
    ['failedBefore', 1],
    ['lost', 1],
    ['busy', 1],
  ] as const satisfies readonly (readonly [CheckoutWay, number])[])(
    'after %s: it is asked for by its reference before it is asked anew, and made once',
    async (way, times) => {
      const { dues } = await at.sale([30])
      at.service.treat(way)
      const before = at.service.calls.length
      const waiting = await at.link(dues[0] ?? 0)
      expect(waiting).toMatchObject({ situacao: 'gerando', tentativa: expect.any(String) })
      await later()
      const link = await linkNow(waiting.id)
      expect([link.situacao, link.tentativa]).toEqual(['aberto', null])
      expect(madeFor(link.referencia)).toHaveLength(times)
      const second = at.service.calls.slice(before)[1]
      expect(second).toBe(way === 'busy' ? 'POST /v1/payment_links' : 'GET /v1/payment_links')
    },
  )

  it('that is refused says why, and is asked for anew the next time', async () => {
    const { dues } = await at.sale([31])
    at.service.treat('refused')
    const refused = await at.link(dues[0] ?? 0)
    expect(refused).toMatchObject({
      situacao: 'falhou',
      erro: 'O serviço de pagamento recusou o link: A conta não aceita este valor.',
    })
    const link = await at.link(dues[0] ?? 0)
    expect(link).toMatchObject({ situacao: 'aberto' })
    expect(link.id).not.toBe(refused.id)
  })

  it('of another amount is another, and the old one is ended at the service', async () => {
    const { id, dues } = await at.sale([32], false)
    const [due = 0] = dues
    const old = await at.link(due)
    const changed = await at.server.admin('PUT', `/api/venda/${id}`, { venda_duplicatas: [{ id: due, vDup: 30 }] })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const link = await at.link(due)
    expect(link.id).not.toBe(old.id)
    expect((await linkNow(old.id)).situacao).toBe('substituido')
    expect([madeFor(old.referencia)[0]?.status, madeFor(link.referencia)[0]?.status]).toEqual(['canceled', 'open'])
  })

  it('of a sale that is cancelled is ended, one that was still being made as soon as it is', async () => {
    const { id, dues } = await at.sale([33, 34])
    const open = await at.link(dues[0] ?? 0)
    at.service.treat('cut')
    const making = await at.link(dues[1] ?? 0)
    await at.server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    await later()
    await later()
    expect([madeFor(open.referencia)[0]?.status, madeFor(making.referencia)[0]?.status]).toEqual([
      'canceled',
      'canceled',
    ])
    expect((await at.ask(dues[0] ?? 0)).body.code).toBe('nothing_owed')
  })
})

describe('403, 404 and 400', () => {
  it('without the right, of another company, and where neither key nor service is set: nothing is left behind', async () => {
    const { dues } = await at.sale([35])
    const path = `/api/venda_duplicata/${dues[0]}/gerarLinkPagamento`
    const reader = await at.server.user({ permissions: ['show venda'] })
    expect((await reader('POST', path)).status).toBe(403)
    const other = (await at.server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: '11222333000181', UF: 'SP' })).id
    const stranger = await at.server.user({ permissions: ['show venda', 'edit venda'], empresas: [other] })
    expect((await stranger('POST', path)).status).toBe(404)
    const company = `/api/empresa/${at.server.empresa_id}`
    await at.server.admin('PUT', company, { checkout_token: null })
    const before = await run(sql`select count(*) from link_pagamento`)
    const refused = await at.server.admin('POST', '/api/venda_duplicata/gerarLinkPagamento', { id: dues[0] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'no_pix_key' } })
    expect(refused.body.message).toContain('serviço de pagamento')
    expect(await run(sql`select count(*) from link_pagamento`)).toEqual(before)
    await at.server.admin('PUT', company, account(at.service))
  })

  it('a key that the service refuses is said, and once it is right the next link is made', async () => {
    const { dues } = await at.sale([36])
    const company = `/api/empresa/${at.server.empresa_id}`
    await at.server.admin('PUT', company, { checkout_token: 'errada' })
    const refused = await at.link(dues[0] ?? 0)
    expect([refused.situacao, (await linkNow(refused.id)).erro]).toEqual([
      'falhou',
      'O serviço de pagamento recusou a chave de acesso: informe-a de novo no cadastro da empresa.',
    ])
    await at.server.admin('PUT', company, account(at.service))
    expect((await at.link(dues[0] ?? 0)).situacao).toBe('aberto')
    const shown = (await at.server.admin('GET', company)).body
    expect(shown).toMatchObject({ checkout_token_definido: true, checkout_segredo_definido: true })
    expect(JSON.stringify(shown)).not.toContain(at.service.key)
  })
})
