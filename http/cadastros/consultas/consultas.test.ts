import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCep } from '../../../fixtures/simulators/cep'
import { startCnpj } from '../../../fixtures/simulators/cnpj'
import type { LookupSimulator } from '../../../fixtures/simulators/lookup'
import { testCnpj } from '../../../fixtures/test-server'
import { createApp } from '../../platform/app'
import { fetchJson, Remembered } from './remote'
import { mountConsultas } from './routes'

const KNOWN = testCnpj(7)
let cep: LookupSimulator
let cnpj: LookupSimulator
let ask: (path: string) => Promise<{ status: number; body: Record<string, unknown> }>

const asker = (urls: Parameters<typeof mountConsultas>[1]): typeof ask => {
  const app = createApp({ publicUrl: undefined })
  mountConsultas(app, urls)
  return async (path) => {
    const answer = await app.request(`/api/${path}`)
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
}

beforeEach(() => {
  cep = startCep()
  cnpj = startCnpj(KNOWN)
  ask = asker({ cepUrl: `${cep.url}/`, cnpjUrl: cnpj.url })
})
afterEach(() => Promise.all([cep.stop(), cnpj.stop()]))

describe('consulta_cep', () => {
  it('answers the street, district, state and municipality, and asks the service once', async () => {
    const wanted = { logradouro: 'Rua Quinze de Novembro', bairro: 'Centro', uf: 'PR', ibge: '4106902', erro: false }
    const [first, again, dashed] = [
      await ask('consulta_cep/80010000'),
      await ask('consulta_cep/80010000'),
      await ask('consulta_cep/80010-000'),
    ]
    expect([first, again, dashed]).toEqual([0, 1, 2].map(() => ({ status: 200, body: wanted })))
    expect(cep.asked).toEqual(['80010000'])
  })

  it.each(['12345678', '99999999'])('erro for %s, which is none, asked again each time', async (code) => {
    await ask(`consulta_cep/${code}`)
    const { status, body } = await ask(`consulta_cep/${code}`)
    expect([status, body.erro, body.logradouro]).toEqual([200, true, ''])
    expect(body.message).toBe('CEP não encontrado na base de dados dos correios.')
    expect(cep.asked).toHaveLength(2)
  })

  it.each(['123', 'abcdefgh', '00000000', '../../x'])('422 %s without asking anyone', async (code) => {
    const { status, body } = await ask(`consulta_cep/${encodeURIComponent(code)}`)
    expect([status, body.message, cep.asked]).toEqual([422, 'CEP não encontrado!', []])
  })
})

describe('consulta_cnpj', () => {
  it('answers what a register needs of a company, punctuated or not', async () => {
    const { body } = await ask(`consulta_cnpj/${KNOWN}`)
    expect(body).toMatchObject({
      nome: 'FERRAGENS IMAGINARIAS LTDA',
      fantasia: 'IMAGINARIA',
      email: 'contato@imaginaria.example.com',
      logradouro: 'RUA QUINZE DE NOVEMBRO',
      numero: '100',
      complemento: 'SALA 2',
      telefone: '4133334444',
      cep: '80010000',
      ibge: '4106902',
    })
    const dotted = KNOWN.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
    expect((await ask(`consulta_cnpj/${encodeURIComponent(dotted)}`)).body).toEqual(body)
    expect(cnpj.asked).toEqual([KNOWN])
  })

  it('404 a company that nobody knows; 422 what is no CNPJ, without asking', async () => {
    expect((await ask(`consulta_cnpj/${testCnpj(8)}`)).status).toBe(404)
    for (const wrong of ['00000000000000', '11111111111', 'x', `${KNOWN}0`]) {
      const { status, body } = await ask(`consulta_cnpj/${wrong}`)
      expect([status, body.message], wrong).toEqual([422, 'O CNPJ informado é inválido.'])
    }
    expect(cnpj.asked).toEqual([testCnpj(8)])
  })
})

describe('a service that is not there', () => {
  it('503 integration_not_configured without an address', async () => {
    const alone = asker({})
    expect((await alone('consulta_cep/80010000')).body.code).toBe('integration_not_configured')
    expect(await alone(`consulta_cnpj/${KNOWN}`)).toMatchObject({
      status: 503,
      body: { code: 'integration_not_configured' },
    })
  })

  it.each(['error', 'html', 'redirect', 'endless'] as const)('503 on %s; the next call asks again', async (way) => {
    cep.misbehave(way)
    const { status, body } = await ask('consulta_cep/80010000')
    expect([status, body.code]).toEqual([503, 'integration_unavailable'])
    expect((await ask('consulta_cep/80010000')).status).toBe(200)
  })

  it('503 on silence, when its time is up', async () => {
    cep.misbehave('silence')
    await expect(fetchJson(`${cep.url}/ws/80010000/json/`, 'CEP', 50)).rejects.toMatchObject({ status: 503 })
  })

  it('503 when nobody listens', async () => {
    await cep.stop()
    expect((await ask('consulta_cep/80010000')).status).toBe(503)
  })
})

describe('what is remembered', () => {
  it('is a day old at most, one call for many at once, the 2,000 last asked for', async () => {
    const asked: string[] = []
    let time = 0
    const memory = new Remembered(
      (key) => {
        asked.push(key)
        return Promise.resolve({ key })
      },
      () => time,
    )
    await Promise.all([memory.get('a'), memory.get('a')])
    time = 23 * 3_600_000
    await memory.get('a')
    expect(asked).toEqual(['a'])
    time = 48 * 3_600_000
    expect(await memory.get('a')).toEqual({ key: 'a' })
    expect(asked).toEqual(['a', 'a'])
    for (let n = 0; n < 2000; n++) await memory.get(`n${n}`)
    await memory.get('a')
    expect(asked.filter((key) => key === 'a')).toHaveLength(3)
  })
})
