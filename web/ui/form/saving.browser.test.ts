import { beforeEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { seriousFaults } from '../../../fixtures/look'

/** A record is saved while one goes on typing, or while somebody else has it open: nothing that was typed is lost, nothing is written over unasked. */

const PATH = '/ui/estoque/fabricante'
const session = browserTest()
const keys = new Keyboard(session)
const name = () => session.page.getByLabel('Descrição')
const site = () => session.page.getByLabel('Site')

/** Opens the form of a new manufacturer and types its name. */
async function typeNew(descricao: string): Promise<void> {
  await session.page.goto(`${session.url}${PATH}/edit/new`)
  await session.page.locator('dialog input:focus').waitFor()
  await keys.type(descricao)
}

/** Holds the answers to new manufacturers until it is called. */
async function heldSaves(): Promise<() => void> {
  const answer = Promise.withResolvers<void>()
  await session.page.route('**/api/estoque/fabricante', async (route) => {
    await answer.promise
    await route.continue()
  })
  return answer.resolve
}

/** What the server has of manufacturers with this word. */
const stored = (word: string): Promise<readonly { id: number; descricao: string; site: string | null }[]> =>
  session.page.evaluate(
    async (search) => (await (await fetch(`/api/estoque/fabricante?search=${search}`)).json()).data,
    word,
  )

beforeEach(() => session.page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Saves a new manufacturer by a key and types its site before the answer: the form stays open with that. */
async function typeWhileSaving(descricao: string, key: string, address: string): Promise<void> {
  const { page } = session
  const answer = await heldSaves()
  await typeNew(descricao)
  await keys.press(key)
  await site().focus()
  await keys.type(address)
  answer()
  await page.waitForURL(/fabricante\/edit\/\d+$/)
  expect(await site().inputValue()).toBe(address)
}

describe('what is typed before the answer of a save', () => {
  it('stays, and the form open for it', async () => {
    await typeWhileSaving('Fábrica apressada', 'Control+s', 'https://fabrica.example')
    await keys.text('Registro criado com sucesso.')
    await keys.press('Control+s')
    await keys.text('O registro foi salvo com sucesso.')
    await session.page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await stored('apressada')).toMatchObject([
      { descricao: 'Fábrica apressada', site: 'https://fabrica.example' },
    ])
  })

  it('stays with the saved record where a new one was to follow; once all is saved, that begins in the first field', async () => {
    await typeWhileSaving('Fábrica seguinte', 'Control+Shift+s', 'https://seguinte.example')
    await keys.press('Control+Shift+s')
    await session.page.waitForURL(/fabricante\/edit\/new$/)
    await expect.poll(() => name().inputValue()).toBe('')
    await expect.poll(() => name().evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await stored('seguinte')).toMatchObject([
      { descricao: 'Fábrica seguinte', site: 'https://seguinte.example' },
    ])
  })
})

describe('what another record has already', () => {
  it('is told of the field, which is marked and gone to', async () => {
    const { page, url } = session
    const [taken] = (await (await page.request.get(`${url}/api/estoque/unidade`)).json()).data
    await page.goto(`${url}/ui/estoque/unidade/edit/new`)
    await page.locator('dialog input:focus').waitFor()
    await page.getByLabel('Descrição').fill('Outra')
    const unit = page.getByLabel('Unidade', { exact: true })
    await unit.fill(taken.un)
    await page.getByLabel('Descrição').focus()
    await keys.press('Control+s')
    await keys.text('Já existe um registro com este valor em Unidade.')
    await expect.poll(() => unit.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => unit.evaluate((box) => box === document.activeElement)).toBe(true)
    await keys.press('Escape', 'Escape')
  })
})

describe('two people at one record', () => {
  it('are asked only about what both changed; what only one changed stands', async () => {
    const { page, url } = session
    await typeNew('Fábrica disputada')
    await keys.press('Control+s')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    const [made] = await stored('disputada')
    const other = await page.context().newPage()
    for (const one of [page, other]) {
      await one.goto(`${url}${PATH}/edit/${made?.id}`)
      await one.locator('dialog input:focus').waitFor()
    }
    await other.getByLabel('Descrição').fill('Fábrica disputada por outro')
    await other.getByLabel('Site').fill('https://outro.example')
    await other.keyboard.press('Control+s')
    await other.locator('dialog[open]').waitFor({ state: 'detached' })
    await other.close()
    await page.bringToFront()
    await site().fill('https://meu.example')
    await keys.press('Control+s')
    await keys.text('Este registro foi alterado por outro usuário.')
    expect(await page.getByRole('radio').count()).toBe(2)
    expect(
      await page
        .getByRole('radio')
        .first()
        .evaluate((one) => one === document.activeElement),
    ).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('radio', { name: 'https://outro.example' }).check()
    await page.getByRole('button', { name: 'Usar o escolhido' }).click()
    expect(await name().inputValue()).toBe('Fábrica disputada por outro')
    expect(await site().inputValue()).toBe('https://outro.example')
    await name().fill('Fábrica disputada por dois')
    await keys.press('Control+s')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await stored('disputada')).toMatchObject([
      { descricao: 'Fábrica disputada por dois', site: 'https://outro.example' },
    ])
  })
})
