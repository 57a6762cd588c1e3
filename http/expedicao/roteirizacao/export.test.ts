import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeliveryDay, deliveryDay } from '../delivery-day.fixture'

let day: DeliveryDay
beforeAll(async () => {
  day = await deliveryDay()
})
afterAll(() => day.server.close())

interface Read {
  readonly name: string
  /** Rows by their headings. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

async function exported(id: number): Promise<readonly Read[]> {
  const headers = { Authorization: `Bearer ${await day.server.token()}` }
  const response = await day.server.app.request(`/api/expedicao/roteirizacao/${id}/export?format=xlsx`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="roteirizacao-${id}.xlsx"`)
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  return sheets.map(({ name, rows: [head = [], ...rows] }) => ({
    name,
    rows: rows.map((row) => Object.fromEntries(head.map((label, at) => [String(label), row[at]]))),
  }))
}

describe('a plan as a workbook', () => {
  it('tells its routes, their stops with hour, load and distance, and what is outside with why', async () => {
    const { id } = await day.plan(26)
    const { solution, entregas } = await day.get(`roteirizacao/${id}`)
    const [routes, stops, outside] = await exported(id)
    expect([routes?.name, stops?.name, outside?.name]).toEqual(['Rotas', 'Paradas', 'Fora das rotas'])
    expect(routes?.rows.map((row) => [row.Veículo, row.Paradas, row.Volumes])).toEqual([
      ['AAA1A11', 12, 12],
      ['BBB2B22', 12, 12],
    ])
    const [first] = solution.routes
    expect(routes?.rows[0]?.['Distância (km)']).toBe(Math.round(first.distance / 100) / 10)
    expect(stops?.rows).toHaveLength(24)
    const [top] = stops?.rows ?? []
    const delivery = entregas.find((one: { id: number }) => one.id === first.jobSteps[0].id)
    expect(top).toMatchObject({
      Parada: 1,
      Venda: delivery.venda_id,
      Cliente: delivery.xNome,
      Bairro: delivery.xBairro,
      'A bordo (volumes)': 11,
      'Chega às': expect.stringMatching(/^\d\d:\d\d$/),
    })
    const full = 'Não cabe em nenhum veículo: falta capacidade'
    expect(outside?.rows.map((row) => row['Por quê'])).toEqual([full, full])
  })

  it('its deliveries are exported as a list too, with what lies within a field', async () => {
    const { sales } = await day.plan(2)
    const columns = encodeURIComponent(
      JSON.stringify([
        { field: 'entrega.id', label: 'Venda' },
        { field: 'janelas.x', label: 'Nada' },
      ]),
    )
    const { body } = await day.server.admin(
      'GET',
      `/api/expedicao/roteirizacao_entrega/export?format=csv&orderBy=id&sortedBy=desc&columns=${columns}`,
    )
    expect(String(body).split('\r\n').slice(1, 3).sort()).toEqual(sales.map((sale) => `${sale};`))
  })

  it('that is not calculated has everything outside', async () => {
    const sale = await day.sale()
    const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23' })).body
    await day.post(`roteirizacao/${id}/add_entregas`, { ids: [sale] })
    const [routes, stops, outside] = await exported(id)
    expect([routes?.rows, stops?.rows]).toEqual([[], []])
    expect(outside?.rows).toEqual([expect.objectContaining({ Venda: sale, 'Por quê': 'Ainda não calculada' })])
  })

  it('404 another company’s, 403 without the right, 422 another format', async () => {
    const { id } = (await day.post('roteirizacao', { dRota: '2026-11-23' })).body
    const path = `/api/expedicao/roteirizacao/${id}/export`
    const away = await day.server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await day.server.user({ roles: ['admin'], empresas: [away.id] })
    const clerk = await day.server.user({ permissions: ['show venda'] })
    expect((await stranger('GET', path)).status).toBe(404)
    expect((await clerk('GET', path)).status).toBe(403)
    expect((await day.server.admin('GET', `${path}?format=pdf`)).status).toBe(422)
  })
})
