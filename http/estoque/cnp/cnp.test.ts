import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sql } from 'postgres'
import { isGtin } from '../../../core/br/gtin'
import { withCheckDigit } from '../../../core/gs1'
import { asOwner } from '../../../fixtures/as-owner'
import { type Gs1Simulator, startGs1 } from '../../../fixtures/simulators/gs1'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
let gs1: Gs1Simulator
beforeAll(async () => {
  gs1 = await startGs1()
  server = await testServer({ allowPrivate: true })
})
afterAll(async () => {
  await server.close()
  await gs1.stop()
})
const company = async (body: object) => {
  const { status, body: told } = await server.admin('PUT', `/api/empresa/${server.empresa_id}`, body)
  expect(status, JSON.stringify(told)).toBe(200)
  return told
}
const NONE = { gs1_client_id: null, gs1_client_secret: null, gs1_usuario: null, gs1_senha: null, gs1_prefixo: null }
const configured = () =>
  company({
    gs1_url: gs1.url,
    gs1_client_id: gs1.clientId,
    gs1_client_secret: gs1.clientSecret,
    gs1_usuario: gs1.user,
    gs1_senha: gs1.password,
    gs1_cad: gs1.cad,
  })
beforeEach(() => company(NONE))

const product = async (values: object = {}) =>
  (await server.admin('POST', '/api/mercadoria', { xProd: 'Martelo unha', NCM: '82052000', ...values })).body
const generate = (body: object, call = server.admin) => call('POST', '/api/cnp/generateBarcode', body)
const ask = (path: string, call = server.admin) => call('GET', `/api/cnp/${path}`)

describe('the register of GS1 Brasil', () => {
  it('tells its classification, and gives a registered product its code, which the product keeps', async () => {
    const told = await configured()
    expect([told.gs1_senha_definida, told.gs1_client_secret_definido]).toEqual([true, true])
    expect(JSON.stringify(told)).not.toContain(gs1.password)
    expect((await ask('getSegments')).body.data).toContainEqual({
      id: '80000000',
      descricao: 'Ferramentas e equipamentos',
    })
    const found = await ask('searchInSegment?segmentId=80000000&keyword=borracha')
    expect(found.body.data).toEqual([{ id: '10003292', descricao: 'Martelos de borracha' }])
    const { id } = await product()
    const { status, body } = await generate({ mercadoria: { id }, gpc: '10003291' })
    expect([status, isGtin(body.cEAN)]).toEqual([200, true])
    expect((await server.admin('GET', `/api/mercadoria/${id}`)).body).toMatchObject({
      cEAN: body.cEAN,
      gpc: '10003291',
    })
    expect(gs1.products.at(-1)).toMatchObject({
      tradeItemClassification: { gpcCategoryCode: '10003291' },
      withoutCest: true,
    })
    const { body: history } = await server.admin('GET', `/api/mercadoria/${id}/auditoria`)
    expect(JSON.stringify(history)).toContain(body.cEAN)
    const again = await generate({ mercadoria: id })
    expect([again.status, again.body.message]).toEqual([400, 'Esta mercadoria já tem código de barras.'])
  })

  it('is not asked by a call that only tries, nor again by one that comes again under its key', async () => {
    await configured()
    const { id } = await product()
    const before = gs1.products.length
    const tried = await server.admin('POST', '/api/cnp/generateBarcode?simula=1', { mercadoria: id, gpc: '10003291' })
    expect([tried.status, tried.body.code, gs1.products.length]).toEqual([400, 'no_trial', before])
    const keyed = () =>
      server.admin(
        'POST',
        '/api/cnp/generateBarcode',
        { mercadoria: id, gpc: '10003291' },
        { 'Idempotency-Key': 'k-1' },
      )
    const first = await keyed()
    expect([first.status, isGtin(first.body.cEAN)]).toEqual([200, true])
    expect(await keyed()).toEqual(first)
    expect(gs1.products.length).toBe(before + 1)
  })

  it('asked by two at once: whoever comes second is told the code that was given too', async () => {
    await configured()
    const { id } = await product()
    const before = gs1.products.length
    const calls = await asOwner(server.url, (owner: Sql) =>
      owner.begin(async (tx) => {
        await tx`select from mercadoria where id = ${id} for update`
        const both = [1, 2].map(() => generate({ mercadoria: id, gpc: '10003291' }))
        await vi.waitUntil(() => gs1.products.length === before + 2)
        return () => Promise.all(both)
      }),
    )
    const [done, late] = (await calls()).toSorted((a, b) => a.status - b.status)
    expect([done?.status, late?.status, gs1.products.length]).toEqual([200, 400, before + 2])
    const [, code = ''] =
      /^Esta mercadoria já tem código de barras\. O CNP deu a ela o código (\d{13}): anote-o\.$/.exec(
        late?.body.message,
      ) ?? []
    expect([isGtin(code), code === done?.body.cEAN]).toEqual([true, false])
  })

  it('422 without NCM or classification, 400 with what it says of a product, and nothing is kept', async () => {
    await configured()
    const bare = await product({ NCM: null })
    expect((await generate({ mercadoria: bare.id })).body.errors).toEqual({
      NCM: ['O CNP pede o NCM da mercadoria.'],
      gpc: ['Escolha a classificação (GPC) da mercadoria.'],
    })
    const { id } = await product()
    const wrong = await generate({ mercadoria: id, gpc: '99999999' })
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      400,
      'cnp_refused',
      'O CNP recusou o produto: GPC inválido.',
    ])
    expect((await server.admin('GET', `/api/mercadoria/${id}`)).body).toMatchObject({ cEAN: null, gpc: null })
    for (const path of ['searchInSegment?segmentId=1&keyword=abc', 'searchInSegment?segmentId=80000000&keyword=a'])
      expect((await ask(path)).status).toBe(422)
  })

  it.each(['error', 'html', 'cut', 'endless'] as const)('503 when it answers with %s', async (mood) => {
    await configured()
    const { id } = await product()
    gs1.misbehave(mood)
    expect((await generate({ mercadoria: id, gpc: '10003291' })).body.code).toBe('integration_unavailable')
  })

  it('503 with what is to be set: nothing is, or the credentials are wrong; 403 without the right; 404 no product', async () => {
    const { id } = await product()
    const missing = await generate({ mercadoria: id })
    expect([missing.status, missing.body.code]).toEqual([503, 'integration_not_configured'])
    expect(missing.body.message).toContain('cadastro da empresa')
    expect((await ask('getSegments')).status).toBe(503)
    await configured()
    await company({ gs1_senha: 'outra' })
    expect((await ask('getSegments')).body).toMatchObject({
      code: 'integration_credentials',
      message: expect.stringContaining('recusou as credenciais'),
    })
    expect((await generate({ mercadoria: 99_999_999 })).status).toBe(404)
    const reader = await server.user({ permissions: ['show mercadoria'] })
    expect((await generate({ mercadoria: id }, reader)).status).toBe(403)
    expect((await ask('getSegments', reader)).status).toBe(403)
  })
})

describe("the company's own prefix", () => {
  it('numbers products where the register is not configured, past codes that are taken, each another one', async () => {
    await company({ gs1_prefixo: '78912345678' })
    await product({ cEAN: '7891234567819' })
    const made = await Promise.all([product(), product(), product()])
    const codes = await Promise.all(made.map(async ({ id }) => (await generate({ mercadoria: id })).body.cEAN))
    expect(codes.every((code) => isGtin(code) && code.startsWith('78912345678'))).toBe(true)
    expect(new Set([...codes, '7891234567819']).size).toBe(4)
  })

  it('finds the number that is free beyond any number of codes that are taken', async () => {
    await company({ gs1_prefixo: '7895552' })
    const { id } = await product()
    const taken = Array.from({ length: 10_001 }, (_, n) => withCheckDigit(`7895552${String(n + 1).padStart(5, '0')}`))
    const codes = JSON.stringify(taken.map((code, at) => (at % 2 ? code : `0${code}`)))
    await asOwner(
      server.url,
      (owner: Sql) => owner`
      insert into mercadoria_ean_auxiliar (mercadoria_id, "cEAN") select ${id}, jsonb_array_elements_text(${codes}::text::jsonb)`,
    )
    const { status, body } = await generate({ mercadoria: id })
    expect([status, body.cEAN]).toEqual([200, withCheckDigit('789555210002')])
  })

  it('400 when it is used up', async () => {
    await company({ gs1_prefixo: '78912345678' })
    const answers = []
    for (let n = 0; n < 9; n++) answers.push((await generate({ mercadoria: (await product()).id })).body)
    expect(answers.at(-1)).toMatchObject({ code: 'prefix_used_up' })
  })
})
