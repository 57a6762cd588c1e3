import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn } from '../../../fixtures/browser-session'
import { fits, pictureOfFailure, seriousFaults, shot } from '../../../fixtures/look'

/** A forecast from nothing to a plan, mostly without a mouse. The steps follow one another. */

let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  session = await browserSession()
  keys = new Keyboard(session.page)
  await signIn(session)
}, 120_000)
afterEach(async ({ task }) => {
  await pictureOfFailure(session?.page, task)
})
afterAll(async () => {
  expect(session?.errors).toEqual([])
  await session?.close()
})

const grid = () => session.page.locator('.fgrid')
const cell = (row: number, column: number) =>
  session.page.locator(`.fgrid-space [role=row][aria-rowindex="${row + 2}"] [aria-colindex="${column + 3}"]`)
const button = (name: string | RegExp) => session.page.getByRole('button', { name })
const field = (name: string) => session.page.locator(`[data-field="${name}"] :is(input, select)`).first()
const quantity = async (row: number, column: number) => (await cell(row, column).textContent())?.trim()
const waitFor = (text: string | RegExp) => session.page.getByText(text).first().waitFor({ timeout: 20_000 })

describe('a forecast', () => {
  it('begins with dates that make sense, and is saved', async () => {
    await session.page.goto(`${session.url}/ui/mrp/previsao`)
    await keys.screen('/ui/mrp/previsao')
    await keys.press('n')
    await keys.screen('/ui/mrp/previsao/edit/new')
    await keys.type('Plano do ano')
    await waitFor('Salve a previsão para incluir produtos')
    await keys.press('Control+s')
    await session.page.waitForURL(/\/edit\/\d+$/)
    await waitFor('Nenhum produto nesta previsão')
    expect(await button('Gerar previsões').getAttribute('title')).toBe('Inclua produtos antes de gerar a previsão.')
  })

  it('takes the products that sold, and is generated', async () => {
    await button('Incluir produtos').click()
    await waitFor(/^\d+ produtos\.$/)
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Control+Enter')
    await waitFor(/produtos incluídos/)
    await grid().waitFor()
    await button('Gerar previsões').click()
    await waitFor(/Previsões geradas para \d+ produtos\./)
    await waitFor(/Gerada em/)
    await shot(session.page, 'previsao')
    expect(await seriousFaults(session.page)).toEqual([])
  })

  it('is written over as in a spreadsheet: typed, pasted, filled, undone, shared over a row', async () => {
    await grid().focus()
    await keys.press('Control+Home', 'ArrowRight')
    await keys.type('123')
    await keys.press('Enter')
    expect(await quantity(0, 0)).toBe('123')
    expect(await cell(0, 0).getAttribute('aria-label')).toMatch(/^123, alterado, original [\d.,]+, não salvo$/)
    await keys.press('ArrowUp', 'ArrowRight', 'Control+d')
    await session.page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', '7\t8\nx\t9')
      document
        .querySelector('.fgrid')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    expect([await quantity(0, 1), await quantity(0, 2), await quantity(1, 2)]).toEqual(['7', '8', '9'])
    await waitFor('1 valor colado não é uma quantidade deste produto.')
    await keys.press('Control+z')
    expect(await quantity(0, 1)).not.toBe('7')
    await keys.press('Home')
    await keys.type('1200')
    await keys.press('Enter')
    expect(await quantity(0, -1)).toBe('1.200')
    await keys.press('ArrowUp', 'Delete')
    expect(await cell(0, 0).getAttribute('aria-label')).not.toContain('alterado')
    await keys.press('ArrowRight')
    await keys.type('55')
    await keys.press('Tab')
    await keys.press('Control+s')
    await waitFor('O registro foi salvo com sucesso.')
    await session.page.waitForFunction(() => document.querySelectorAll('.fgrid-unsaved').length === 0)
    expect(await cell(0, 0).getAttribute('aria-label')).toMatch(/^55, alterado, original [\d.,]+$/)
  })

  it('keeps what was written when it is generated again, and grows the rest', async () => {
    await session.page.waitForTimeout(300)
    const before = await quantity(1, 0)
    await field('growth_factor').fill('2')
    await button('Gerar previsões').click()
    await session.page.waitForFunction(
      (old) => document.querySelector('.fgrid-space [aria-rowindex="3"] [aria-colindex="3"]')?.textContent !== old,
      before,
    )
    expect(await quantity(0, 0)).toBe('55')
  })

  it('asks before another view wipes it: refused, the old view is back; agreed, it starts anew', async () => {
    await field('periodo').selectOption('week')
    await waitFor('Mudar a visão ou o horizonte apaga as quantidades')
    expect(await seriousFaults(session.page)).toEqual([])
    await button('Manter como está').click()
    await session.page.waitForFunction(() => document.querySelectorAll('dialog[open]').length === 1)
    expect(await field('periodo').inputValue()).toBe('month')
    expect(await quantity(0, 0)).toBe('55')
    await field('dPrevisaoFim').fill('31/12/2099')
    await field('dPrevisaoFim').blur()
    await waitFor('Mudar a visão ou o horizonte apaga as quantidades')
    await keys.press('Escape')
    await session.page.waitForFunction(() => document.querySelectorAll('dialog[open]').length === 1)
    expect(await field('dPrevisaoFim').inputValue()).not.toContain('2099')
    await field('periodo').selectOption('week')
    await button('Apagar e mudar').click()
    await waitFor('Outra visão: ao salvar, as quantidades começam de novo.')
    expect(await quantity(0, 0)).toBe('0')
    await keys.press('Control+s')
    await waitFor('Ainda não gerada')
    expect(await session.page.locator('.fgrid-head [role=columnheader]').count()).toBeGreaterThan(5)
    await button('Gerar previsões').click()
    await waitFor(/Gerada em/)
  })

  it('tells how each came about, to the eye and to the keyboard', async () => {
    await grid().focus()
    await keys.press('i')
    await waitFor('Por que este método')
    await session.page.locator('.time-plot canvas').waitFor()
    await session.page.locator('.time-plot').focus()
    await keys.press('ArrowRight', 'ArrowRight')
    await waitFor(/^semana de .*: Vendido/)
    await session.page.getByText('Ver os dados em tabela').click()
    await session.page.getByRole('columnheader', { name: 'Intervalo de 80 %' }).first().waitFor()
    await shot(session.page, 'previsao-como')
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Escape')
    await session.page.waitForFunction(() => document.activeElement?.classList.contains('fgrid'))
  })

  it('works on a phone and in the dark', async () => {
    await session.page.setViewportSize({ width: 390, height: 780 })
    await session.page.emulateMedia({ colorScheme: 'dark' })
    await grid().scrollIntoViewIfNeeded()
    await cell(1, 0).click()
    await cell(1, 0).click()
    await session.page.locator('.fgrid-input').fill('17')
    await keys.press('Enter')
    expect(await quantity(1, 0)).toBe('17')
    expect(await fits(session.page)).toBe(true)
    expect(await seriousFaults(session.page)).toEqual([])
    await shot(session.page, 'previsao-390')
  })
})
