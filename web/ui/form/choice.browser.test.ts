import { beforeEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'

/** Choosing a record faster than the server answers: what Enter was pressed on is chosen, and nothing is lost. */

const session = browserTest()
const customer = () => session.page.getByRole('combobox', { name: 'Cliente' }).inputValue()
/** What is sent to create a record at the path, once the form has taken the answer and left its own address. */
const created = async (path: string): Promise<unknown> => {
  const sent = await session.page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(path),
  )
  await session.page.waitForURL((url) => !url.pathname.endsWith('/new'))
  return sent.postDataJSON()
}
let keys: Keyboard
let answerAfterMs = 0
/** Answers wait for this too. */
let released: Promise<void> = Promise.resolve()

beforeEach(async () => {
  keys = new Keyboard(session)
  const { page } = session
  answerAfterMs = 0
  released = Promise.resolve()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/api\/(cliente|vendedor)\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
    await released
    await route.continue().catch(() => undefined)
  })
})

describe('Enter before the answer', () => {
  beforeEach(async () => {
    await session.page.goto(`${session.url}/ui/comercial/orcamento/edit/new`)
    await session.page.waitForSelector('dialog [role=combobox]:focus')
  })

  for (const [afterMs, slowMs] of [
    [0, 0],
    [0, 400],
    [200, 400],
  ] as const) {
    it(`takes the best row, ${afterMs} ms after typing and with an answer of ${slowMs} ms, whoever went on meanwhile`, async () => {
      answerAfterMs = slowMs
      const answer = session.page.waitForResponse(/api\/cliente\?/)
      await session.page.keyboard.type('a')
      await session.page.waitForTimeout(afterMs)
      await keys.press('Enter', 'F2')
      await answer
      await keys.press('F1')
      await expect.poll(customer).toMatch(/^.{5}/)
      expect(await session.page.locator('[role=option]').count()).toBe(0)
    })
  }

  it('takes the words that were typed last, not the row of an earlier Enter', async () => {
    answerAfterMs = 300
    await session.page.keyboard.type('a')
    await keys.press('Enter')
    await session.page.keyboard.type('zzzzz')
    await session.page.getByRole('option', { name: 'Criar' }).waitFor()
    expect(await customer()).toBe('azzzzz')
  })

  it('marks the first row where ↓ opened the list before it had any, and Enter takes that', async () => {
    answerAfterMs = 300
    const seller = session.page.getByRole('combobox', { name: 'Vendedor' })
    await seller.focus()
    await keys.press('ArrowDown')
    await session.page.waitForSelector('[role=combobox]:focus[aria-activedescendant]:not([aria-activedescendant=""])')
    await keys.press('Enter')
    await expect.poll(() => seller.inputValue()).toMatch(/^.{5}/)
  })

  it('keeps the words where nothing was found, to be mended', async () => {
    answerAfterMs = 300
    await session.page.keyboard.type('zzzzz')
    await keys.press('Enter')
    await session.page.getByRole('option', { name: 'Criar' }).waitFor()
    expect(await customer()).toBe('zzzzz')
  })
})

describe('saving before an answer', () => {
  const heldAnswers = () => {
    const answer = Promise.withResolvers<void>()
    released = answer.promise
    return answer.resolve
  }

  it('waits for the row that was chosen', async () => {
    const { page } = session
    await page.goto(`${session.url}/ui/comercial/orcamento/edit/new`)
    await page.waitForSelector('dialog [role=combobox]:focus')
    const answer = heldAnswers()
    const saved = created('/api/orcamento')
    await page.keyboard.type('a')
    await keys.press('Enter', 'Control+s')
    answer()
    expect(await saved).toMatchObject({ cliente_id: expect.any(Number) })
  })

  it('is not done where the chosen words find nothing', async () => {
    const { page } = session
    await page.goto(`${session.url}/ui/comercial/orcamento/edit/new`)
    await page.waitForSelector('dialog [role=combobox]:focus')
    let saves = 0
    page.on(
      'request',
      (request) => (saves += request.method() === 'POST' && request.url().endsWith('/api/orcamento') ? 1 : 0),
    )
    const answer = heldAnswers()
    await page.keyboard.type('zzzzz')
    await keys.press('Enter', 'Control+s')
    answer()
    await keys.text('Nenhum registro encontrado para “zzzzz”.')
    await page.getByRole('button', { name: 'Salvar' }).and(page.locator(':not([aria-busy=true])')).waitFor()
    expect([await customer(), saves]).toEqual(['zzzzz', 0])
  })
})

describe('Enter before the answer, in a cell of a grid', () => {
  const cell = (column: number) => session.page.getByRole('grid').getByRole('gridcell').nth(column)

  beforeEach(async () => {
    await session.page.goto(`${session.url}/ui/comercial/meta/edit/new`)
    await session.page.waitForSelector('dialog input:focus')
    await keys.press('F2')
    await cell(0).waitFor()
    answerAfterMs = 400
  })

  it('lets whoever types on do so, and puts the best row into the cell that was left', async () => {
    const answer = Promise.withResolvers<void>()
    released = answer.promise
    await session.page.keyboard.type('a')
    await keys.press('Enter', 'Tab')
    await session.page.keyboard.type('1500')
    await keys.press('Enter')
    expect(await cell(0).textContent()).not.toMatch(/^.{5}/)
    answer.resolve()
    await expect.poll(() => cell(0).textContent()).toMatch(/^.{5}/)
    expect(await cell(1).textContent()).toBe('1.500,00')
  })

  it('takes the row into the cell that is waited in, and Esc takes the Enter back', async () => {
    await session.page.keyboard.type('a')
    await keys.press('Enter')
    await cell(0).getByRole('combobox').waitFor({ state: 'detached' })
    const chosen = await cell(0).textContent()
    expect(chosen).toMatch(/^.{5}/)
    const answer = Promise.withResolvers<void>()
    released = answer.promise
    await session.page.keyboard.type('e')
    await keys.press('Enter', 'Escape')
    answer.resolve()
    await session.page.waitForTimeout(800)
    expect(await cell(0).textContent()).toBe(chosen)
  })

  it('says so when nothing is found for words that were left', async () => {
    await session.page.keyboard.type('zzzzz')
    await keys.press('Enter', 'Tab')
    await session.page.getByText('Nenhum registro encontrado para “zzzzz”.').waitFor()
  })

  it('is waited for by a save, where it was left and where one is still in it', async () => {
    const { page } = session
    for (const after of [['Tab'], []]) {
      const answer = Promise.withResolvers<void>()
      released = answer.promise
      await page.goto(`${session.url}/ui/comercial/meta/edit/new`)
      await page.locator('dialog input:focus').waitFor()
      await page.keyboard.type('Meta apressada')
      await page.getByLabel('De', { exact: true }).fill('1/11/2026')
      await page.getByLabel('Até', { exact: true }).fill('30/11/2026')
      await keys.press('F2')
      await cell(0).waitFor()
      const saved = created('/api/comercial/meta')
      await page.keyboard.type('a')
      await keys.press('Enter', ...after, 'Control+s')
      answer.resolve()
      expect(JSON.stringify(await saved)).toMatch(/"vendedor_id":\d+/)
    }
  })
})
