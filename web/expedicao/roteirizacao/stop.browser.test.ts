import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn, tellOfFailure } from '../../../fixtures/browser-session'
import { seedCity } from '../../../fixtures/city/seed-city'
import { seriousFaults, settled, shot } from '../../../fixtures/look'
import { type OsrmSimulator, startOsrm } from '../../../fixtures/simulators/osrm'
import { Pool } from '../../../http/db/pool'

/** What is known of one delivery of a scenario: its place, its hours, its load. */

let session: BrowserSession
let osrm: OsrmSimulator
let keys: Keyboard
let plan: number
beforeAll(async () => {
  osrm = startOsrm()
  session = await browserSession({ OSRM_URL: osrm.url })
  keys = new Keyboard(session)
  const pool = new Pool(session.databaseUrl, { max: 1 })
  const city = await seedCity(pool, 1)
  await pool.close()
  await signIn(session)
  const veiculo_list = city.vehicles.map((veiculo_id) => ({ veiculo_id }))
  plan = (await call('post', 'roteirizacao', { dRota: '2026-11-24', segundos: 1, veiculo_list })).id
  await call('post', `roteirizacao/${plan}/add_entregas`, { ids: city.sales.slice(0, 8) })
  await session.page.goto(`${session.url}/ui/expedicao/roteirizacao/edit/${plan}`)
  await session.page.locator('.map-stop').first().waitFor()
  await settled(session.page)
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  expect(session?.errors).toEqual([])
  await session?.close()
  await osrm?.stop()
})

async function call(method: 'get' | 'post', path: string, data?: object) {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const answer = await session.page.request[method](`${session.url}/api/expedicao/${path}`, {
    headers,
    ...(data ? { data } : {}),
  })
  return answer.json()
}

const first = () => session.page.locator('[data-stop]').first()
const shownId = async () => Number(await first().getAttribute('data-stop'))
async function stored() {
  const id = await shownId()
  return (await call('get', `roteirizacao/${plan}`)).entregas.find((one: { id: number }) => one.id === id)
}
const isFocused = () => first().evaluate((one) => one === document.activeElement)

it('its place is pointed at on the map, by Esc not, and remembered', async () => {
  const { page } = session
  expect((await stored()).fonte).toBe('geocoder')
  await first().focus()
  await keys.press('p')
  await page.getByRole('button', { name: 'Apontar no mapa' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await keys.press('Escape')
  expect(await isFocused()).toBe(true)
  await keys.press('p')
  await page.getByRole('button', { name: 'Apontar no mapa' }).click()
  await page.locator('.map-asks').waitFor()
  const map = await page.locator('.route-map').boundingBox()
  if (!map) throw new Error('No map.')
  await page.mouse.click(map.x + map.width / 3, map.y + map.height / 2)
  await page.locator('.map-asks').waitFor({ state: 'detached' })
  await settled(page)
  expect((await stored()).fonte).toBe('manual')
  expect(await isFocused()).toBe(true)
})

it('its weight and hours are written; hours that are none are told', async () => {
  const { page } = session
  await first().focus()
  await keys.press('e')
  await page.getByLabel('Peso (kg)').fill('12,5')
  await page.getByLabel('Recebe', { exact: true }).fill('09:00-11:00, 14-15')
  await keys.press('Control+Enter')
  await page.getByText('Informe horários como 08:00-12:00, 14:00-18:00.').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Recebe', { exact: true }).fill('09:00-11:00, 14:00-15:00')
  await keys.press('Control+Enter')
  await first().getByText('recebe 09:00–11:00 e 14:00–15:00').waitFor()
  expect(await first().textContent()).toContain('12,5 kg')
  expect((await stored()).janelas).toEqual([
    ['09:00', '11:00'],
    ['14:00', '15:00'],
  ])
})

it('what it asks of its vehicle is pressed on, and off again', async () => {
  const { page } = session
  const trait = page.getByRole('group', { name: 'Pede do veículo' }).getByRole('button', { name: 'Munck' })
  await first().focus()
  await keys.press('e')
  await trait.press('Space')
  expect(await trait.getAttribute('aria-pressed')).toBe('true')
  expect(await seriousFaults(page)).toEqual([])
  await shot(page, 'roteirizacao-entrega')
  await keys.press('Control+Enter')
  await first().getByText('pede Munck').waitFor()
  expect((await stored()).particularidades).toHaveLength(1)
  await keys.press('e')
  await trait.press('Space')
  await keys.press('Control+Enter')
  await first().getByText('pede Munck').waitFor({ state: 'detached' })
  expect((await stored()).particularidades).toBeNull()
})

it('where pins would hide the routes they are dots, but for the one that is pointed at', async () => {
  const { page } = session
  const widths = async () =>
    (await page.locator('.map-stop').evaluateAll((all) => all.map((one) => one.clientWidth))).toSorted((a, b) => a - b)
  const whole = await widths()
  expect(new Set(whole).size).toBe(1)
  // A press while the map still moves counts for nothing.
  const crowdedAfter = (zoom: string) => async () => {
    await page.getByRole('button', { name: zoom, exact: true }).click()
    return page.locator('.map-crowded').count()
  }
  const patience = { timeout: 10_000, interval: 400 }
  await expect.poll(crowdedAfter('Afastar'), patience).toBe(1)
  await first().hover()
  await expect.poll(widths).toEqual([8, 8, 8, 8, 8, 8, 8, whole[0]])
  await expect.poll(crowdedAfter('Aproximar'), patience).toBe(0)
  await expect.poll(widths).toEqual(whole)
})

it('a pin that cannot stay where it was let go returns', async () => {
  const { page } = session
  await page.route('**/mover_pino', (route) => route.abort())
  const toggle = page.getByRole('button', { name: 'Mover pinos' })
  await toggle.click()
  await settled(page)
  const marker = page.locator('.map-stop').first()
  const place = () => marker.evaluate((one) => one.style.transform)
  const [before, box] = [await place(), await marker.boundingBox()]
  if (!box) throw new Error('No marker.')
  await page.mouse.move(box.x + 13, box.y + 13)
  await page.mouse.down()
  await page.mouse.move(box.x + 53, box.y + 33, { steps: 5 })
  expect(await place()).not.toBe(before)
  await page.mouse.up()
  await expect.poll(place).toBe(before)
  await toggle.click()
  await page.unroute('**/mover_pino')
})

it('sales beyond those that are listed at once are found by the server, and chosen ones stay chosen', async () => {
  const { page } = session
  const asked: (string | null)[] = []
  // As where more wait than the server lists: the first five, until it is asked for others.
  await page.route('**/get_vendas*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q')
    asked.push(q)
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ json: q === null ? { data: data.slice(0, 5), more: true } : { data, more: false } })
  })
  // What the dialog begins with has the focus as it opens: no frame is drawn for it.
  await page.evaluate('window.requestAnimationFrame = () => 0')
  await page.getByRole('button', { name: 'Escolher vendas' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Vendas que esperam entrega' })
  await dialog.getByText('Há mais de 5: pesquise para ver as outras.').waitFor()
  await dialog
    .getByText(/^\d listadas$/)
    .first()
    .waitFor()
  expect(await dialog.getByRole('searchbox').evaluate((one) => one === document.activeElement)).toBe(true)
  await dialog
    .getByRole('checkbox', { name: /^Venda / })
    .first()
    .check()
  await dialog.getByRole('searchbox').fill('recanto novo')
  await dialog.getByRole('checkbox', { name: /^Bairro Recanto Novo: \d+ vendas$/ }).check()
  expect(asked.filter((q) => q !== 'recanto novo')).toEqual([null])
  const shown = await dialog.getByRole('checkbox', { name: /^Venda / }).count()
  expect(shown).toBeGreaterThan(5)
  await dialog.getByText(`${shown + 1} vendas · `).waitFor()
  await dialog.getByRole('searchbox').fill('')
  await dialog.getByText('Há mais de 5').waitFor()
  await page.unroute('**/get_vendas*')
  await page.reload() // frames are drawn again
})

it('routes go by their roads where the server of distances draws them, each asked for once', async () => {
  const { page } = session
  await call('post', `roteirizacao/${plan}/calcular`)
  const solution = async () => (await call('get', `roteirizacao/${plan}`)).solution
  await expect.poll(solution, { timeout: 20_000 }).not.toBeNull()
  const { routes } = await solution()
  const legs = routes.flatMap(({ steps }: { steps: { type: string }[] }) =>
    steps.filter(({ type }) => type === 'job' || type === 'end'),
  ).length
  await page.goto(`${session.url}/ui/expedicao/roteirizacao/edit/${plan}`)
  await page.locator('.map-line').first().waitFor({ state: 'attached' })
  const bends = async () => {
    const lines = await page.locator('.map-line').evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''))
    return lines.join('').split('L').length - 1
  }
  // The roads of the simulator turn once on each leg.
  await expect.poll(bends).toBeGreaterThan(1.5 * legs)
  await shot(page, 'roteirizacao-estradas')
  const asked = osrm.driven.length
  expect(asked).toBe(routes.length)
  await page.reload()
  await expect.poll(bends).toBeGreaterThan(1.5 * legs)
  expect(osrm.driven).toHaveLength(asked)
})

it('a vehicle that the plan has already is told and marked in its line', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/expedicao/roteirizacao/edit/${plan}`)
  await settled(page)
  await page.getByRole('tab', { name: /^Cenário/ }).click()
  const grid = page.getByRole('grid', { name: 'Veículos' })
  const rows = await grid.getByRole('row').count()
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect.poll(() => grid.getByRole('row').count()).toBe(rows + 1)
  await grid.getByRole('row').nth(rows).getByRole('gridcell').first().click()
  await keys.type('CTY1A01')
  await page.getByRole('option', { name: /CTY1A01/ }).waitFor()
  await keys.press('Enter')
  await keys.press('Control+s')
  await page.getByText(`Linha ${rows}, Veículo: Já está na lista.`).first().waitFor()
  expect(await grid.locator('[aria-invalid=true]').count()).toBe(1)
})
