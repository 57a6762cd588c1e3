import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, seriousFaults, shot } from '../../../fixtures/look'

/** Any list: what it finds is counted, summed, filtered and gathered as a whole. */

const browser = browserTest()
const keys = new Keyboard(browser)
const page = () => browser.page
const open = async (path: string, query = ''): Promise<void> => {
  await page().goto(`${browser.url}${path}${query}`)
  await keys.screen(path)
  await page().waitForSelector('.list-foot:has-text("registro")')
}
const asked = async (path: string): Promise<{ total: number; sums: Record<string, number> }> => {
  const answer = await page().request.get(`${browser.url}/api/${path}`, { headers: { 'X-Empresa': '1' } })
  expect(answer.status()).toBe(200)
  return answer.json()
}
const money = (value: number): string => value.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ')
const foot = async (): Promise<string> => plain(await page().locator('.list-foot').textContent())

describe('the foot of a list', () => {
  it('sums all that the filter finds, not the rows that are here', async () => {
    await open('/ui/comercial/venda')
    const { total, sums } = await asked('venda/totais?sums=vTotal')
    expect(total).toBeGreaterThan(50)
    expect(await foot()).toContain(plain(money(sums.vTotal ?? 0)))
    expect((await foot()).replaceAll('.', '')).toContain(`${total} registros`)
    await shot(page(), 'list-sums')
    expect(await seriousFaults(page())).toEqual([])
  })
})

describe('a list too long to be counted unasked', () => {
  it('says about how many it finds; a press counts and sums them exactly', async () => {
    const owner = postgres(browser.databaseUrl, { max: 1 })
    await owner`insert into contas_receber (empresa_id, cliente_id, "dEmissao", "dVencimento", "vDup", "vSaldo", obs)
      select 1, (select min(id) from cliente), '2026-11-01', '2026-11-30', 1.01, 0.01, 'longa' from generate_series(1, 30000)`
    await owner`analyze contas_receber`
    await owner.end()
    await open('/ui/financeiro/contas_receber')
    await page().waitForSelector('.list-foot:has-text("cerca de")')
    expect(await foot()).toMatch(/cerca de 3\d\.000 registros.*Somar Valor, Saldo/)
    await shot(page(), 'list-estimated')
    expect(await seriousFaults(page())).toEqual([])
    await page().getByRole('button', { name: 'Somar Valor, Saldo' }).click()
    const { total, sums } = await asked('contas_receber/totais?sums=vDup,vSaldo')
    await page().waitForSelector(`.list-foot:has-text("${total.toLocaleString('pt-BR')} registros")`)
    expect(await foot()).toContain(plain(money(sums.vDup ?? 0)))
    expect(await foot()).toContain(plain(money(sums.vSaldo ?? 0)))
  })
})

describe('filters of a list', () => {
  it('by what it refers to and by a range of amounts: named on their chips, kept in the address', async () => {
    await open('/ui/comercial/venda')
    const name = plain(await page().locator('.row[data-id] .cell').nth(3).textContent())
    await keys.press('f')
    await page().getByRole('combobox', { name: 'Filtrar Cliente' }).click()
    await keys.type(name)
    await keys.pick()
    await page()
      .locator('.filter-chip', { hasText: `Cliente: ${name}` })
      .waitFor()
    await page().getByLabel('Filtrar Total').fill('1 a 1.000.000')
    await keys.press('Enter')
    await page().locator('.filter-chip', { hasText: 'Total: de 1 até 1.000.000' }).waitFor()
    const address = new URL(page().url()).searchParams
    expect(address.get('f.vTotal')).toBe('1..1000000')
    const where = encodeURIComponent(JSON.stringify({ cliente_id: Number(address.get('f.cliente_id')) }))
    const between = encodeURIComponent(JSON.stringify({ vTotal: { ini: 1, fim: 1_000_000 } }))
    const { total } = await asked(`venda/totais?where=${where}&between=${between}`)
    await page().waitForSelector(`.list-foot:has-text("${total} registro")`)
    await shot(page(), 'list-filters')
    expect(await seriousFaults(page())).toEqual([])
    await page().reload()
    await page()
      .locator('.filter-chip', { hasText: `Cliente: ${name}` })
      .waitFor()
  })
})

describe('a list that is gathered', () => {
  it('tells counts and sums of each group; a group opens as its rows', async () => {
    await open('/ui/comercial/venda', '?grupo=vendedor.xNome')
    const first = page().locator('.group-table tbody tr').first()
    await first.waitFor()
    const [name, count, sum] = (await first.locator('th, td').allTextContents()).map(plain)
    await shot(page(), 'list-groups')
    expect(await seriousFaults(page())).toEqual([])
    await first.getByRole('button').click()
    await page()
      .locator('.filter-chip', { hasText: `Vendedor: ${name}` })
      .waitFor()
    await page().waitForSelector(`.list-foot:has-text("${count} registro")`)
    expect(await foot()).toContain(sum)
  })

  it('by months too', async () => {
    await open('/ui/comercial/venda')
    await page().getByRole('button', { name: 'Agrupar' }).click()
    await page().getByRole('menuitemcheckbox', { name: 'Data (mês)' }).click()
    const first = page().locator('.group-table tbody tr').first()
    await first.waitFor()
    expect(await first.locator('th').textContent()).toMatch(/^[a-zç]+ de \d{4}$/)
    const count = plain(await first.locator('td').first().textContent())
    await first.getByRole('button').click()
    await page().waitForSelector(`.list-foot:has-text("${count} registro")`)
  })
})

describe('the views of a list', () => {
  it('say how many rows each has, counted when they are looked at', async () => {
    await open('/ui/comercial/venda')
    await page().getByRole('button', { name: 'Visões' }).click()
    const billed = page().getByRole('menuitemcheckbox', { name: /^Faturadas/ })
    await billed.locator('.menu-note').waitFor()
    const note = await billed.locator('.menu-note').textContent()
    await shot(page(), 'list-views')
    expect(await seriousFaults(page())).toEqual([])
    await billed.click()
    await page().waitForSelector(`.list-foot:has-text("${note} registros")`)
  })
})

it('has filters on a phone too, and of columns that are not shown', async () => {
  await open('/ui/comercial/venda')
  await keys.press('f')
  await page().getByRole('combobox', { name: 'Filtrar Operação' }).waitFor()
  await shot(page(), 'list-more-filters')
  await page().setViewportSize({ width: 390, height: 780 })
  await page().getByLabel('Filtrar Total').fill('0 a')
  await keys.press('Enter')
  await page().locator('.filter-chip', { hasText: 'Total: de 0' }).waitFor()
  await shot(page(), 'list-filters-phone')
  expect(await seriousFaults(page())).toEqual([])
  await page().setViewportSize({ width: 1366, height: 768 })
})

it('stays whole in the dark and on a phone', async () => {
  await open('/ui/comercial/venda', '?grupo=status')
  await page().locator('.group-table tbody tr').first().waitFor()
  await expectPresentable(page(), 'list-groups')
})
