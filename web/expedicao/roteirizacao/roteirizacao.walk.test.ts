import { sql } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn, tellOfFailure } from '../../../fixtures/browser-session'
import { CITY_SELLER } from '../../../fixtures/city/city'
import { type SeededCity, seedCity } from '../../../fixtures/city/seed-city'
import { expectPresentable, fits, seriousFaults, settled, shot } from '../../../fixtures/look'
import { startVroom } from '../../../fixtures/simulators/vroom'
import { Pool, SYSTEM } from '../../../http/db/pool'

/** A day's deliveries from nothing to the routes that are driven, on a city of sixty stops and five vehicles. The steps follow one another. */
const vroom = startVroom()
const EMPTY = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII='
const asked: string[] = []
const tiles = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => (asked.push(new URL(url).pathname), new Response(Buffer.from(EMPTY, 'base64'))),
})
let session: BrowserSession
let city: SeededCity
let keys: Keyboard
beforeAll(async () => {
  vroom.misbehave('internal')
  session = await browserSession({
    VROOM_URL: vroom.url,
    TILES_URL: `${tiles.url.origin}/{z}/{x}/{y}.png`,
    TILES_CREDIT: 'Mapa de teste',
  })
  keys = new Keyboard(session)
  const pool = new Pool(session.databaseUrl, { max: 1 })
  city = await seedCity(pool, 1)
  await pool.transaction(SYSTEM, async (db) => {
    await db.execute(sql`update veiculo set ativo = false where placa not like 'CTY%'`)
  })
  await pool.close()
  await signIn(session)
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  expect(session?.errors).toEqual([])
  await session?.close()
  await vroom.stop()
  await tiles.stop(true)
})

const PATH = '/ui/expedicao/roteirizacao'
const waitFor = (text: string | RegExp) => session.page.getByText(text).first().waitFor({ timeout: 20_000 })
const route = (letter: string) => session.page.getByRole('region', { name: new RegExp(`^Rota ${letter},`) })
const outside = () => session.page.getByRole('region', { name: 'Fora das rotas' })
const stopsOf = async (part: Locator): Promise<number[]> =>
  part.locator('[data-stop]').evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-stop'))))
const stop = (id: number) => session.page.locator(`[data-stop="${id}"]`)
const focused = () => session.page.evaluate(() => Number(document.activeElement?.getAttribute('data-stop')))
const planId = () => Number(/edit\/(\d+)/.exec(session.page.url())?.[1])

interface Told {
  readonly id: number
  readonly venda_id: number
  readonly lon: number
  readonly fonte: string
  readonly fixada: boolean
}

async function ask(method: 'get' | 'post', path: string, data?: object) {
  const answer = await session.page.request[method](`${session.url}/api/expedicao/${path}`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    ...(data ? { data } : {}),
  })
  return answer.json()
}
const delivery = async (id: number): Promise<Told> =>
  (await ask('get', `roteirizacao/${planId()}`)).entregas.find((one: Told) => one.id === id)

/** Runs what changes the plan, and waits for the answer of the server. */
async function changed(action: string, work: () => Promise<unknown>): Promise<void> {
  const [answer] = await Promise.all([
    session.page.waitForResponse((one) => one.url().endsWith(`/${action}`) && one.request().method() === 'POST'),
    work(),
  ])
  expect(answer.status()).toBe(200)
  await settled(session.page)
}

async function drag(from: Locator, to: Locator, share: number): Promise<void> {
  const { mouse } = session.page
  await from.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const start = await from.boundingBox()
  if (!start) throw new Error('Nothing to drag.')
  await mouse.move(start.x + 60, start.y + 12)
  await mouse.down()
  await mouse.move(start.x + 64, start.y + 20, { steps: 3 })
  const end = await to.boundingBox()
  if (!end) throw new Error('Nowhere to drag to.')
  await mouse.move(end.x + 60, end.y + end.height * share, { steps: 6 })
  await mouse.up()
}

/** Folds all routes but these, so that both ends of a drag are on the screen. */
async function openOnly(...letters: readonly string[]): Promise<void> {
  const { page } = session
  const fold = page.getByRole('button', { name: /todas as rotas/ })
  if ((await fold.getAttribute('aria-label')) === 'Recolher todas as rotas') await fold.click()
  for (const letter of letters) await route(letter).locator('.route-toggle').click()
  await page.locator('.route-list').evaluate((list) => list.scrollTo({ top: 0 }))
}

describe('a scenario', () => {
  it('begins with what makes sense, takes the vehicles, and is saved', async () => {
    const { page, url } = session
    await page.goto(url + PATH)
    await keys.screen(PATH)
    await keys.press('n')
    await keys.screen(`${PATH}/edit/new`)
    await keys.type('Cidade de terça')
    expect(await page.getByLabel('Minutos por parada').inputValue()).toBe('15')
    await page.getByLabel('Segundos de cálculo').fill('4')
    await page.getByRole('button', { name: 'Todos os ativos' }).click()
    await page.getByText('CTY1A05').waitFor()
    await expectPresentable(page, 'roteirizacao-cenario')
    await keys.press('Control+s')
    await page.waitForURL(/edit\/\d+$/)
    await waitFor('0 entregas · 5 veículos · ainda não calculada')
  })

  it('takes the sales of a seller by keyboard, and by neighbourhood and search', async () => {
    const { page } = session
    await page.getByRole('button', { name: 'Escolher vendas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Vendas que esperam entrega' })
    await dialog.getByRole('checkbox', { name: /^Bairro Vila das Araucárias: 10 vendas$/ }).check()
    await waitFor(/^10 vendas · \d+ volumes$/)
    await dialog.getByRole('checkbox', { name: /^Bairro Vila das Araucárias/ }).uncheck()
    await dialog.getByRole('searchbox').fill('recanto novo')
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(11)
    await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Space')
    await waitFor(/^1 venda · /)
    await keys.press('Space')
    await expectPresentable(page, 'roteirizacao-vendas')
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByRole('button', { name: 'Vendedor' }).click()
    const group = dialog.getByRole('checkbox', { name: `Vendedor ${CITY_SELLER}: 60 vendas` })
    await group.press('Space')
    await waitFor(/^60 vendas · \d+ volumes$/)
    await keys.press('Control+Enter')
    await waitFor('60 vendas incluídas.')
    await expect.poll(() => page.locator('.map-stop').count()).toBe(60)
    expect(await outside().locator('.stop-why').first().textContent()).toBe('Ainda não calculada')
  })

  it('is calculated while one watches: routes on the map, why the rest is outside, and who calculated', async () => {
    const { page } = session
    await keys.press('F9')
    await page.locator('.run-strip').waitFor()
    await page.locator('.map-line').first().waitFor()
    await page.locator('.time-curve canvas').waitFor()
    await shot(page, 'roteirizacao-calculando')
    expect(await page.getByRole('button', { name: 'Calcular' }).getAttribute('title')).toMatch(/sendo calculadas/)
    await waitFor('Roteirização calculada com sucesso!')
    await waitFor(/^58 de 60 entregas em [345] rotas/)
    await waitFor(/Calculado no próprio Prumo: O servidor VROOM falhou/)
    await settled(page)
    expect(await page.locator('path.map-line').count()).toBe(
      await page.locator('.route-part:has(.route-totals)').count(),
    )
    expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
    await waitFor('Mapa de teste')
    const why = await outside().locator('.stop-why').allTextContents()
    expect(why.toSorted()).toEqual([
      'Nenhum veículo chega a tempo no horário em que recebe',
      'Não cabe em nenhum veículo: falta capacidade',
    ])
    await expectPresentable(page, 'roteirizacao-calculada')
  })
})

/** Three vehicles that bring something, by letter. */
async function threeRoutes(): Promise<[string, string, string]> {
  const names = await session.page
    .locator('.route-part:has(.route-totals)')
    .evaluateAll((all) => all.map((one) => /^Rota (\w+),/.exec(one.getAttribute('aria-label') ?? '')?.[1] ?? ''))
  return [names[0] ?? '', names[1] ?? '', names[2] ?? '']
}

describe('by hand', () => {
  let first = ''
  let second = ''
  let whole = ''
  it('a stop is dragged into another route by the mouse, and taken back', async () => {
    ;[first, second, whole] = await threeRoutes()
    await openOnly(first, second)
    const [from, to] = [await stopsOf(route(first)), await stopsOf(route(second))]
    const moved = from.at(-1) ?? 0
    await changed('mover', () => drag(stop(moved), stop(to[0] ?? 0), 0.8))
    expect((await stopsOf(route(second)))[1]).toBe(moved)
    expect(await stopsOf(route(first))).toEqual(from.slice(0, -1))
    await changed('mover', () => keys.press('Control+z'))
    expect(await stopsOf(route(first))).toEqual(from)
    expect(await stopsOf(route(second))).toEqual(to)
  })

  it('a stop that cannot be in time is dragged in: the route and the stop say so', async () => {
    await openOnly(first)
    const late = (await stopsOf(outside())).at(-1) ?? 0
    const target = (await stopsOf(route(first)))[0] ?? 0
    const early = await delivery(late)
    const id = early.venda_id === city.sales[40] ? late : ((await stopsOf(outside()))[0] ?? 0)
    await changed('mover', () => drag(stop(id), stop(target), 0.2))
    expect((await stopsOf(route(first)))[0]).toBe(id)
    await route(first)
      .getByText(/^\s*Atraso de \d+h\d\d$/)
      .waitFor()
    await waitFor(/[1-9]\d* (violação|violações)/)
    expect(await seriousFaults(session.page)).toEqual([])
    await shot(session.page, 'roteirizacao-violacao')
    await changed('mover', () => keys.press('Control+z'))
    await waitFor(/nenhuma violação/)
  })

  it('a stop is moved by keyboard: to a route and position, and step by step; the focus stays on it', async () => {
    await openOnly(first, second)
    const moved = (await stopsOf(route(first)))[1] ?? 0
    await stop(moved).focus()
    await keys.press('m')
    await session.page.getByLabel('Rota', { exact: true }).waitFor()
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press(second)
    await keys.press('Tab')
    await keys.type('2')
    await changed('mover', () => keys.press('Enter'))
    expect((await stopsOf(route(second)))[1]).toBe(moved)
    expect(await focused()).toBe(moved)
    await changed('mover', () => keys.press('Control+ArrowDown'))
    expect((await stopsOf(route(second)))[2]).toBe(moved)
    expect(await focused()).toBe(moved)
    await keys.press('ArrowUp')
    expect(await focused()).toBe((await stopsOf(route(second)))[1])
  })

  it('what is pointed at in the list lights up on the map, and the other way round', async () => {
    const { page } = session
    const [id] = await stopsOf(route(first))
    await stop(id ?? 0).hover()
    await page.locator('.map-stop.map-over').waitFor()
    await page.locator('path.map-line.map-lit').waitFor()
    expect(await page.locator('path.map-line.map-lit').evaluate((line) => getComputedStyle(line).stroke)).toBe(
      'rgb(255, 193, 7)',
    )
    await page.locator('.map-stop', { hasText: new RegExp(`^${first}1$`) }).hover()
    await page.locator('.stop-row.stop-over').waitFor()
    await page.getByRole('button', { name: 'Saída' }).click()
    await page.locator('.map-home.map-bounce').waitFor()
    await page.getByRole('button', { name: 'Enquadrar' }).click()
  })

  it('a locked stop stays where it is through another calculation', async () => {
    const { page } = session
    await openOnly(second)
    const locked = (await stopsOf(route(second))).at(-1) ?? 0
    await changed('mover', async () => {
      await stop(locked).focus()
      await keys.press('Control+ArrowUp')
    })
    await changed('fixar', () => keys.press('Space'))
    await stop(locked).getByText('travada').waitFor({ state: 'attached' })
    await openOnly(whole)
    await changed('fixar', () => page.getByRole('button', { name: `Travar a rota ${whole} inteira` }).click())
    const order = await stopsOf(route(whole))
    await keys.press('F9')
    await page.locator('.run-strip').waitFor()
    await page.locator('.run-strip').waitFor({ state: 'detached', timeout: 20_000 })
    await settled(page)
    expect((await stopsOf(route(whole))).filter((id) => order.includes(id))).toEqual(order)
    await openOnly(second)
    expect(await stopsOf(route(second))).toContain(locked)
    expect((await delivery(locked)).fixada).toBe(true)
  })

  it('a delivery is transferred to another route, and into another scenario', async () => {
    const { page } = session
    await openOnly(first)
    const other = (await ask('post', 'roteirizacao', { dRota: '2026-12-01', descricao: 'Dia seguinte' })).id
    const [moved = 0] = await stopsOf(route(first))
    await stop(moved).focus()
    await keys.press('t')
    const target = page.getByLabel('Para', { exact: true })
    await target.waitFor()
    await expect.poll(() => target.locator(`option[value="c${other}"]`).count()).toBe(1)
    expect(await seriousFaults(page)).toEqual([])
    await target.selectOption({ label: await optionOf(target, second) })
    await changed('transferir', () => keys.press('Control+Enter'))
    expect((await stopsOf(route(first))).includes(moved)).toBe(false)
    const [away = 0] = await stopsOf(route(first))
    await stop(away).focus()
    await keys.press('t')
    await expect.poll(() => target.locator(`option[value="c${other}"]`).count()).toBe(1)
    await target.selectOption(`c${other}`)
    await changed('transferir_cenario', () => keys.press('Control+Enter'))
    await expect.poll(() => stop(away).count()).toBe(0)
    expect((await ask('get', `roteirizacao/${other}`)).entregas).toHaveLength(1)
  })

  it('a pin is dragged on the map, and its address remembers the place', async () => {
    const { page } = session
    const [id = 0] = await stopsOf(route(first))
    const before = await delivery(id)
    expect(before.fonte).toBe('geocoder')
    await page.getByRole('button', { name: 'Mover pinos' }).click()
    const marker = page.locator('.map-stop', { hasText: new RegExp(`^${first}1$`) })
    const box = await marker.boundingBox()
    if (!box) throw new Error('No marker.')
    await changed('mover_pino', async () => {
      await page.mouse.move(box.x + 13, box.y + 4)
      await page.mouse.down()
      await page.mouse.move(box.x + 43, box.y + 24, { steps: 5 })
      await page.mouse.up()
    })
    const after = await delivery(id)
    expect(after.fonte).toBe('manual')
    expect(after.lon).not.toBe(before.lon)
    await page.getByRole('button', { name: 'Mover pinos' }).click()
  })

  it('a delivery is taken out of the plan, once it is confirmed', async () => {
    const [gone = 0] = await stopsOf(outside())
    await stop(gone).focus()
    await keys.press('Delete')
    await keys.press('Control+Enter')
    await waitFor('Entrega excluída com sucesso')
    await expect.poll(() => stop(gone).count()).toBe(0)
  })
})

async function optionOf(select: Locator, letter: string): Promise<string> {
  const all = await select.locator('option').allTextContents()
  return all.find((text) => text.startsWith(`${letter} ·`)) ?? ''
}

describe('on a phone', () => {
  it('list and map take turns, a stop is moved by its menu, and nothing sticks out', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(session.url + `${PATH}/edit/${planId()}`)
    await page.locator('.route-part').first().waitFor()
    await settled(page)
    await openOnly('A')
    const [moved = 0] = await stopsOf(route('A'))
    await stop(moved)
      .locator('xpath=..')
      .getByRole('button', { name: /^Ações de / })
      .click()
    await page.getByRole('menuitem', { name: /^Mover/ }).click()
    await page.getByLabel('Posição').fill('2')
    await changed('mover', () => page.getByRole('button', { name: 'Mover', exact: true }).click())
    expect((await stopsOf(route('A')))[1]).toBe(moved)
    await page.getByRole('button', { name: 'Mapa', exact: true }).click()
    await page.locator('path.map-line').first().waitFor()
    await settled(page)
    await shot(page, 'roteirizacao-mapa-celular')
    expect(await fits(page)).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Lista', exact: true }).click()
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

describe('routes', () => {
  it('are made of the chosen vehicles, once it is confirmed, with the way to them', async () => {
    const { page } = session
    await keys.press('F10')
    const dialog = page.getByRole('dialog', { name: 'Gerar as rotas de entrega?' })
    await dialog.waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await shot(page, 'roteirizacao-gerar')
    const boxes = await dialog.getByRole('checkbox').count()
    await dialog.getByRole('checkbox').last().uncheck()
    await keys.press('Control+Enter')
    await waitFor('Rotas geradas com sucesso')
    const links = page.getByRole('link', { name: /^Rota \d+ · CTY/ })
    await links.first().waitFor()
    expect(await links.count()).toBe(boxes - 1)
    await keys.press('Enter')
    await keys.chip('Rotas geradas')
    expect(await page.getByRole('button', { name: 'Calcular' }).getAttribute('title')).toBe(
      'As rotas desta roteirização já foram geradas.',
    )
    expect(await page.locator('.stop-row[draggable=true]').count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
    await shot(page, 'roteirizacao-gerada')
  })

  it('show in the list what became of the scenario', async () => {
    const { page, url } = session
    await page.goto(url + PATH)
    await keys.screen(PATH)
    const row = page.getByRole('row', { name: /Cidade de terça/ })
    await row.getByText('Rotas geradas').waitFor()
    expect(await row.textContent()).toContain('58')
    await shot(page, 'roteirizacao-lista')
  })
})
