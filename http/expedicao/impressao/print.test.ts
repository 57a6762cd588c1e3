import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeliveryDay, deliveryDay } from '../delivery-day.fixture'

let day: DeliveryDay
beforeAll(async () => {
  day = await deliveryDay()
})
afterAll(() => day.server.close())

async function printed(path: string): Promise<{ type: string | null; text: string; status: number }> {
  const headers = { Authorization: `Bearer ${await day.server.token()}` }
  const response = await day.server.app.request(`/reporting/${path}`, { headers })
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}
/** Pages of a PDF, as its tree of pages tells them. */
const pagesOf = (pdf: string): number => Number(/\/Count (\d+)/.exec(pdf)?.[1] ?? 0)

describe('a plan on paper', () => {
  it('is a page for each route: its stops in order, with address, hours, volumes and room to sign', async () => {
    const { id } = await day.plan(20)
    const { solution } = await day.get(`roteirizacao/${id}`)
    const pdf = await printed(`pdf/roteirizacao?id=${id}`)
    expect(pdf).toMatchObject({ status: 200, type: 'application/pdf' })
    expect(pagesOf(pdf.text)).toBe(2)
    const { text } = await printed(`pdf/roteirizacao?id=${id}&format=html`)
    expect(text.match(/<article>/g)).toHaveLength(2)
    expect(text).toContain('Rota 1 de 2')
    const [route] = solution.routes
    const sales = route.jobSteps.map((step: { deliverables: { venda_id: number }[] }) => step.deliverables[0]?.venda_id)
    const [first = ''] = text.split('</article>')
    expect([...first.matchAll(/venda (\d+)/g)].map(([, sale]) => Number(sale))).toEqual(sales)
    expect(first.match(/class="sign"/g)).toHaveLength(sales.length)
    expect(first).toMatch(/Rua \d+, 10, (Centro|Água Verde), Curitiba, PR/)
    expect(first).toContain('(41) 99999-0000')
  })

  it('several go out at once in the order asked, each with its own sales; 404 for all where one is not there', async () => {
    const [one, other] = [await day.plan(2), await day.plan(3)]
    const { status, text } = await printed(`lote/roteirizacao?id_list=${other.id},${one.id}&format=html`)
    expect(status).toBe(200)
    const sales = [...text.matchAll(/venda (\d+)/g)].map(([, sale]) => Number(sale))
    expect(new Set(sales.slice(0, 3))).toEqual(new Set(other.sales))
    expect(new Set(sales.slice(3))).toEqual(new Set(one.sales))
    expect((await printed(`lote/roteirizacao?id_list=${one.id},999999&format=html`)).status).toBe(404)
  })

  it('says on each route what its company marked as printed among its own fields, which routes made of it take over', async () => {
    for (const alias of ['roteirizacao', 'rota'])
      await day.server.admin('POST', '/api/sis/custom_field', {
        alias,
        key: 'lacre',
        type: 'text',
        label: 'Lacre do baú',
        impresso: true,
      })
    const { id } = await day.plan(20)
    const path = `/api/expedicao/roteirizacao/${id}`
    const { status, body } = await day.server.admin('PUT', path, { extra: { lacre: 'L-4711' } })
    expect([status, body.extra]).toEqual([200, { lacre: 'L-4711' }])
    const { text } = await printed(`pdf/roteirizacao?id=${id}&format=html`)
    expect([
      text.match(/<article>/g)?.length,
      text.match(/Lacre do baú/g)?.length,
      text.match(/L-4711/g)?.length,
    ]).toEqual([2, 2, 2])
    const [route] = body.solution.routes
    const made = await day.server.admin('POST', `${path}/gerar_rotas`, { selectedRouteVehicleIds: [route.vehicle] })
    expect((await day.get(`rota/${made.body.rota_list[0].id}`)).extra).toEqual({ lacre: 'L-4711' })
  })

  it('400 before its routes are calculated', async () => {
    const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23' })).body
    const answer = await printed(`pdf/roteirizacao?id=${id}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Calcule a roteirização antes de imprimir as rotas.')
  })
})

describe('a delivery route on paper', () => {
  it('is what the driver takes along; what came of each stop stands in place of the signature', async () => {
    const { id } = await day.route(3, { obs: 'Levar <troco>' })
    const open = await printed(`pdf/rota?id=${id}&format=html`)
    expect(open.text.match(/class="sign"/g)).toHaveLength(3)
    expect(open.text).toContain('Levar &lt;troco&gt;')
    expect(open.text).toContain('AAA1A11 · Frota própria')
    const stops = (await day.get(`rota/${id}`)).rota_vendas
    await day.post(`rota/${id}/libera`)
    await day.post(`rota_venda/${stops[0].id}/registra`, { entregue: true })
    await day.post(`rota_venda/${stops[1].id}/registra`, { xOcorrencia: 'Ninguém no local' })
    const under = await printed(`pdf/rota?id=${id}&format=html`)
    expect(under.text).toContain('Não entregue: Ninguém no local')
    expect(under.text).toMatch(/Entregue em \d\d\/\d\d\/\d{4} \d\d:\d\d/)
    expect(under.text.match(/class="sign"/g)).toHaveLength(1)
    const other = await day.route(1)
    await day.server.admin('GET', `/api/expedicao/rota/${other.id}/cancela`)
    expect((await printed(`pdf/rota?id=${other.id}&format=html`)).text).toContain('CANCELADA')
  })

  it('goes on to further pages when it is long; several are printed at once', async () => {
    const { id } = await day.route(24)
    const short = (await day.route(1)).id
    expect(pagesOf((await printed(`pdf/rota?id=${id}`)).text)).toBe(2)
    expect(pagesOf((await printed(`lote/rota?id_list=${id},${short}`)).text)).toBe(3)
  })

  it('404 another company’s, 403 without the right, 422 without a number', async () => {
    const { id } = await day.route(1)
    const away = await day.server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await day.server.user({ roles: ['admin'], empresas: [away.id] })
    const clerk = await day.server.user({ permissions: ['show venda'] })
    for (const kind of ['rota', 'roteirizacao']) {
      expect((await stranger('GET', `/reporting/pdf/${kind}?id=${id}`)).status).toBe(404)
      expect((await clerk('GET', `/reporting/pdf/${kind}?id=${id}`)).status).toBe(403)
      expect((await day.server.admin('GET', `/reporting/pdf/${kind}?id=x`)).status).toBe(422)
    }
  })
})
