import { beforeEach, expect, it } from 'vitest'
import { browserTest } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** The palette does things beside leading to places: appearance, new records, what was opened last, verbs of the selected rows. */

const session = browserTest()
const option = (name: string | RegExp) => session.page.getByRole('option', { name })

async function ask(text: string): Promise<void> {
  const { page } = session
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar telas e registros' }).fill(text)
}

beforeEach(async () => {
  await session.page.goto(`${session.url}/ui/comercial/venda`)
  await settled(session.page)
})

it('changes the appearance', async () => {
  const { page } = session
  const look = () => page.evaluate(() => document.documentElement.dataset.tema)
  await ask('tema escuro')
  await option(/^Tema escuro/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(look).toBe('escuro')
  await ask('tema sistema')
  await option(/^Tema do sistema/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(look).not.toBe('escuro')
})

it('begins a new record by the words that people use', async () => {
  const { page } = session
  await ask('novo orçamento')
  await option(/^Criar em Orçamentos/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/orcamento\/edit\/new/)
  await settled(page)
  await page.keyboard.press('Escape')
})

it('shows what was opened last, and the verbs of what is selected', async () => {
  const { page } = session
  const sale = await page.evaluate(async () => (await (await fetch('/api/venda?perPage=1')).json()).data[0].id)
  await page.goto(`${session.url}/ui/comercial/venda/edit/${sale}`)
  await settled(page)
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/ui\/comercial\/venda$/)
  await page.getByRole('grid').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await ask('')
  await option(new RegExp(`^Venda ${sale} .*Recente`)).waitFor()
  await option(/^Imprimir.*1 registro selecionado/).waitFor()
  await expectPresentable(page, 'paleta')
  await page.keyboard.press('Escape')
  expect(session.errors).toEqual([])
})
