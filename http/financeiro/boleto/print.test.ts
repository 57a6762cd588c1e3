import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import { asOwner } from '../../../fixtures/as-owner'
import { readPdf } from '../../../fixtures/read-pdf'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { call, collected, ids, ok, openCollecting, sent, taken } from './collecting.fixture'

/** Boletos of the register on paper, through the API. */

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openCollecting()
  token = await server.token()
})
afterAll(() => server.close())

/** A print as the browser gets it. */
const asked = (body: object) =>
  server.app.request('/api/boleto/imprime', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function printed(body: object) {
  const answer = await asked(body)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await answer.arrayBuffer()))
}

/** So many more boletos like one, with numbers of their own. */
function copies(id: number, count: number): Promise<readonly number[]> {
  return asOwner(server.url, async (db) => {
    const columns = await db`select column_name as name from information_schema.columns
      where table_name = 'boleto' and is_generated = 'NEVER' and column_name not in ('id', 'nosso_numero', 'nosso_numero_impresso')`
    const names = db.unsafe(columns.map((one) => `"${String(one.name)}"`).join(', '))
    const made = await db`insert into boleto (nosso_numero, nosso_numero_impresso, ${names})
      select 'X' || n, 'X-' || n, ${names} from boleto, generate_series(1, ${count}) n where id = ${id} order by n returning id`
    return made.map((one) => Number(one.id)).toSorted((a, b) => a - b)
  })
}

describe('a boleto on paper', () => {
  it('says what was registered: its terms as instructions, in reais and days, then the words of the company', async () => {
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { pDesconto: 5, diasDesconto: 3, protesto_dias: 10 })
    const one = await collected('150.00', { numero: 'NF 77' })
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { pDesconto: null, protesto_dias: null })
    const answer = await server.app.request(`/api/boleto/imprime?ids=${one.boleto.id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.headers.get('Content-Disposition')).toBe(`inline; filename="boleto-${one.boleto.id}.pdf"`)
    const { pages, texts } = readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(pages).toBe(1)
    for (const text of [
      'Bradesco',
      one.boleto.nosso_numero_impresso,
      'Clínica Aurora',
      'Avenida Paulista, 1000, Bela Vista, SP, 01310-100',
      'Empresa de Teste Ltda',
      '150,00',
      '10/12/2026',
      '01/11/2026',
      'Após o vencimento, multa de R$ 3,00 (2,00 %).',
      'Após o vencimento, juros de R$ 0,05 por dia.',
      'Desconto de R$ 7,50 até 07/12/2026.',
      'Não receber após 30 dias',
    ])
      expect(texts).toContain(text)
    expect(texts.join(' ')).not.toContain('Pague com Pix')
  })

  it('says the days until protest, and the Pix code that the bank gave', async () => {
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { protesto_dias: 10 })
    const { boleto } = await collected('99.00')
    await asOwner(server.url, (db) => db`update boleto set pix = 'PIX-DO-BANCO' where id = ${boleto.id}`)
    const { texts } = await printed({ ids: [boleto.id] })
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { protesto_dias: null })
    expect(texts).toContain('Sujeito a protesto 10 dias após o vencimento.')
    expect(texts).toContain('Pague com Pix')
    expect(texts.join('')).toContain('PIX-DO-BANCO')
  })

  it('of an agreement that has changed since bears the one it was made by', async () => {
    const { boleto } = await collected('31.00')
    const before = (await printed({ ids: [boleto.id] })).texts
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { agencia: '4321', agencia_dv: '' })
    const after = (await printed({ ids: [boleto.id] })).texts
    await ok('PUT', `/api/banco_cnab/${ids.setup}`, { agencia: '1234', agencia_dv: '3' })
    expect(before.some((text) => text.startsWith('1234'))).toBe(true)
    expect(after.some((text) => text.startsWith('1234'))).toBe(true)
    expect(after.some((text) => text.startsWith('4321'))).toBe(false)
  })

  it('three of a sale are a booklet of one page, each of how many, in the order asked', async () => {
    const sells = await server.insert('tipo_entrada_saida', { descricao: 'Serviço', tipo: 1, movimenta_estoque: false })
    const product = await server.insert('mercadoria', { xProd: 'Consulta' })
    const dues = ['2026-12-10', '2027-01-10', '2027-02-10']
    const sale = await ok('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: sells.id,
      venda_mercadorias: [{ mercadoria_id: product.id, qTrib: 1, vUnTrib: 300 }],
      venda_duplicatas: dues.map((dVencimento, at) => ({
        n: at + 1,
        dVencimento,
        vDup: 100,
        pagamento_id: ids.method,
      })),
    })
    await ok('POST', `/api/venda/${sale.id}/fecha`)
    await ok('POST', `/api/venda/${sale.id}/fatura`)
    const { data } = await ok('GET', '/api/boleto?orderBy=id&sortedBy=desc')
    const { pages, texts } = await printed({
      ids: data.slice(0, 3).map((one: { id: number }) => one.id),
      forma: 'carne',
    })
    expect(pages).toBe(1)
    const order = texts.filter((text) => /^\d de \d$/.test(text))
    expect([...new Set(order)]).toEqual(['3 de 3', '2 de 3', '1 de 3'])
    expect(texts).toContain(`${sale.id}/1`)
  })

  it('many come whole and in the order asked, each once; while they are drawn others are answered', async () => {
    const { boleto } = await collected('10.00')
    const many = (await copies(boleto.id, 500)).toReversed()
    const answer = await asked({ ids: [...many, ...many.slice(0, 3)] })
    expect(answer.status).toBe(200)
    const reader = answer.body!.getReader()
    const order: string[] = []
    const parts: Uint8Array[] = []
    // Drawing has begun: what was drawn first is here.
    const first = await reader.read()
    const whole = (async () => {
      for (let next = first; !next.done; next = await reader.read()) parts.push(next.value)
      order.push('boletos')
    })()
    const other = ok('GET', `/api/boleto/${boleto.id}`).then(() => order.push('another call'))
    await Promise.all([whole, other])
    expect(order).toEqual(['another call', 'boletos'])
    const { pages, texts } = readPdf(Buffer.concat(parts))
    expect(pages).toBe(500)
    const numbers = texts.filter((text) => /^X-\d+$/.test(text))
    expect([...new Set(numbers)]).toEqual(Array.from({ length: 500 }, (_, at) => `X-${500 - at}`))
    await asOwner(server.url, (db) => db`delete from boleto where nosso_numero like 'X%'`)
  })
})

describe('400 for what nobody is to pay, by its name', () => {
  it('cancelled, written off at the bank, or on the way there; nothing is printed of the others', async () => {
    const [good, gone, off, asking] = [
      await collected('1.00'),
      await collected('2.00'),
      await collected('3.00'),
      await collected('4.00'),
    ]
    await ok('POST', `/api/boleto/${gone.boleto.id}/cancela`)
    const bank = new CollectionBank()
    const { bytes } = await sent([off.boleto.id, asking.boleto.id])
    bank.receive(bytes)
    await taken(bank.file())
    await asOwner(server.url, (db) => db`update boleto set situacao = 5 where id = ${off.boleto.id}`)
    await ok('POST', `/api/boleto/${asking.boleto.id}/cancela`)
    const refused = async (id: number) =>
      (await call('POST', '/api/boleto/imprime', { ids: [good.boleto.id, id] })).body
    const number = (one: typeof good) => String(one.boleto.nosso_numero_impresso)
    expect(await refused(gone.boleto.id)).toMatchObject({
      code: 'cancelled',
      message: `O boleto ${number(gone)} está cancelado.`,
    })
    expect(await refused(off.boleto.id)).toMatchObject({
      code: 'written_off',
      message: `O boleto ${number(off)} foi baixado no banco.`,
    })
    expect(await refused(asking.boleto.id)).toMatchObject({
      code: 'written_off',
      message: `A baixa do boleto ${number(asking)} já foi pedida ao banco: ele não deve ser pago.`,
    })
    expect((await printed({ ids: [good.boleto.id] })).pages).toBe(1)
  })

  it('and 400 for none, 422 for too many and for another form', async () => {
    expect((await call('POST', '/api/boleto/imprime', { ids: [] })).body).toMatchObject({ code: 'no_rows' })
    const many = Array.from({ length: 5_001 }, (_, at) => at + 1)
    expect((await call('POST', '/api/boleto/imprime', { ids: many })).body.errors).toEqual({
      ids: ['No máximo 5000 registros.'],
    })
    expect((await call('POST', '/api/boleto/imprime', { ids: [1], forma: 'cartaz' })).body.errors).toHaveProperty(
      'forma',
    )
  })
})

describe('403 and 404', () => {
  it('403 without the right to read boletos, 404 for what is not there and for another company’s', async () => {
    const { boleto } = await collected('6.00')
    const other = await server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: testCnpj(9), UF: 'SP' })
    const stranger = await server.user({ permissions: ['show remessa_retorno'], empresas: [other.id] })
    expect((await stranger('POST', '/api/boleto/imprime', { ids: [boleto.id] })).status).toBe(404)
    const reader = await server.user({ permissions: ['show remessa_retorno'] })
    expect((await reader('POST', '/api/boleto/imprime', { ids: [boleto.id] })).status).toBe(200)
    expect((await reader('POST', '/api/boleto/imprime', { ids: [boleto.id, 999_999] })).status).toBe(404)
    const nobody = await server.user({ permissions: ['show contas_receber'] })
    expect((await nobody('POST', '/api/boleto/imprime', { ids: [boleto.id] })).status).toBe(403)
  })
})
