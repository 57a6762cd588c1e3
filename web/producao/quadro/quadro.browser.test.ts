import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'
import { addDays } from '../../../core/br/civil-date'

/** The board of production: orders are moved by key and by hand, late ones show, a proposal is taken, and two thousand orders stay light. */

const session = browserTest()
const keys = new Keyboard(session)
const BOARD = 'producao/ordem_producao'

interface Prepared {
  readonly made: number
  readonly orders: readonly number[]
  readonly today: string
}

/** Three orders of a product that is sawn for two hours each, all on today, at a saw that works eight hours from Monday to Sunday. */
async function prepared(): Promise<Prepared> {
  const api = apiAt(session)
  const hours = [0, 1, 2, 3, 4, 5, 6].map((dia_semana) => ({ dia_semana, hora_inicio: '08:00', hora_fim: '16:00' }))
  const saw = await api('POST', 'producao/centro_trabalho', { descricao: 'Serra de fita', janela_horario_list: hours })
  const made = await api('POST', 'mercadoria', {
    xProd: 'Banqueta',
    codigo: 'BQT-1',
    mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Serrar', centro_trabalho_id: saw.id, qMinutos: 60 }],
  })
  const { hoje } = await api('GET', `${BOARD}/quadro`)
  const orders: number[] = []
  for (const quantity of [6, 6, 2]) {
    const order = await api('POST', BOARD, {
      dInicioPrevisto: hoje,
      dFimPrevisto: hoje,
      ordem_producao_mercadoria_list: [{ mercadoria_id: made.id, qTrib: quantity }],
    })
    orders.push(order.id)
  }
  return { made: made.id, orders, today: hoje }
}

const daysOf = async (id: number | undefined): Promise<readonly unknown[]> => {
  const { ordens } = await apiAt(session)('GET', `${BOARD}/quadro`)
  const order = ordens.find((one: { id: number }) => one.id === id)
  return [order?.ini, order?.fim]
}

const cardOf = (id: number | undefined) => session.page.locator(`.board-grid [data-order="${id}"]`)

let known: Prepared

it('shows what the centre is asked for, and moves an order by key: the focus stays on it', async () => {
  known = await prepared()
  const { page } = session
  const [first] = known.orders
  await page.goto(`${session.url}/ui/producao/quadro`)
  await cardOf(first).waitFor()
  await page.getByText('14 de 8 h · acima').waitFor()
  await expectPresentable(page, 'quadro-producao')
  await cardOf(first).focus()
  await keys.press('Shift+ArrowRight')
  await keys.press('Shift+ArrowRight')
  await keys.press('Shift+ArrowLeft')
  await page.getByText('8 de 8 h', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-order'))).toBe(String(first))
  const tomorrow = addDays(known.today, 1)
  await expect.poll(() => daysOf(first)).toEqual([tomorrow, tomorrow])
  await keys.press('ArrowLeft')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-order'))).toBe(String(known.orders[1]))
})

it('drags an order to another day, and opens one with what it is for', async () => {
  const { page } = session
  const [, , last] = known.orders
  const row = page.getByRole('row').filter({ hasText: 'Serra de fita' })
  await cardOf(last).dragTo(row.getByRole('cell').nth(3))
  const day = addDays(known.today, 3)
  await expect.poll(() => daysOf(last)).toEqual([day, day])
  await cardOf(last).focus()
  await keys.press('Enter')
  await page.getByText('Para estoque').waitFor()
  await expectPresentable(page, 'quadro-ordem')
  await keys.press('Escape')
})

it('proposes days within what the centre can do, and takes them by one key', async () => {
  const { page } = session
  const [first, second, last] = known.orders
  const api = apiAt(session)
  for (const id of known.orders)
    await api('PUT', `${BOARD}/${id}`, { dInicioPrevisto: known.today, dFimPrevisto: known.today })
  await page.reload()
  await page.getByText('14 de 8 h · acima').waitFor()
  await page.getByRole('button', { name: 'Propor programação' }).click()
  await page.getByText(/Nenhum centro passa do que pode fazer em um dia/).waitFor()
  await expectPresentable(page, 'quadro-proposta')
  await keys.press('Control+Enter')
  await page.getByText(/mudou|mudaram/).waitFor()
  const tomorrow = addDays(known.today, 1)
  await expect.poll(() => daysOf(first)).toEqual([known.today, known.today])
  // Two hours are left of the day for the second, which goes on tomorrow.
  await expect.poll(() => daysOf(second)).toEqual([known.today, tomorrow])
  await expect.poll(() => daysOf(last)).toEqual([tomorrow, tomorrow])
})

it('draws again only what a move changes, with two thousand orders', async () => {
  const { page, databaseUrl } = session
  await asOwner(databaseUrl, async (sql) => {
    await sql`insert into ordem_producao (empresa_id, "dInicioPrevisto", "dFimPrevisto")
      select 1, ${known.today}::date + n % 14, ${known.today}::date + n % 14 + 1 from generate_series(1, 1990) n`
    await sql`insert into ordem_producao_mercadoria (empresa_id, ordem_producao_id, mercadoria_id, "xProd", "qTrib")
      select o.empresa_id, o.id, ${known.made}, 'Banqueta', 1 from ordem_producao o
      where not exists (select 1 from ordem_producao_mercadoria g where g.ordem_producao_id = o.id)`
  })
  await page.reload()
  await page
    .getByText(/^Mais \d+$/)
    .first()
    .waitFor()
  expect(await page.locator('.board-card').count()).toBeLessThan(400)
  const card = page.locator('.board-grid [data-order]').first()
  const id = await card.getAttribute('data-order')
  await page.evaluate(() => {
    const grid = document.querySelector('.board-grid')
    const seen = { nodes: 0 }
    Object.assign(globalThis, { seen })
    if (grid)
      new MutationObserver((records) => {
        for (const one of records)
          seen.nodes += one.addedNodes.length + one.removedNodes.length + (one.type === 'childList' ? 0 : 1)
      }).observe(grid, { childList: true, subtree: true, attributes: true, characterData: true })
  })
  await card.focus()
  await keys.press('Shift+ArrowRight')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-order'))).toBe(id)
  const drawn = await page.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'seen'), 'nodes')))
  expect(drawn).toBeGreaterThan(0)
  expect(drawn).toBeLessThan(40)
})
