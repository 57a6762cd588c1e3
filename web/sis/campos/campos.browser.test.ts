import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  apiAt,
  type BrowserSession,
  browserSession,
  Keyboard,
  signIn,
  tellOfFailure,
} from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** Fields of a company's own from the desk: made and placed in the editor, filled on their form, chosen in the list. */

let session: BrowserSession
beforeAll(async () => {
  session = await browserSession()
  await signIn(session)
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(() => session?.close())

const keys = new Keyboard({
  get page() {
    return session.page
  },
})
const PATH = '/ui/sis/custom_field'
const FORM = '/ui/cadastros/motorista'
const names = () =>
  session.page.locator('.own-editor-block').evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))

it('a field is made by keyboard, and those of a register are moved to their places', async () => {
  const { page, url } = session
  await page.goto(`${url}${PATH}?alias=motorista`)
  await keys.screen(PATH)
  await keys.text('ainda não tem campos próprios')
  await keys.press('n')
  await keys.screen(`${PATH}/edit/new`)
  await settled(page)
  await page.getByRole('textbox', { name: 'Rótulo' }).fill('Nº interno')
  await keys.press('Tab')
  expect(await page.getByRole('textbox', { name: 'Chave' }).inputValue()).toBe('n_interno')
  await page.getByRole('switch', { name: 'Obrigatório' }).check()
  await expectPresentable(page, 'campo-novo')
  await keys.press('Control+s')
  await keys.text('Registro criado com sucesso.')
  const api = apiAt(session)
  const more = [
    {
      key: 'turno',
      type: 'tags',
      label: 'Turnos',
      order: 1,
      options: [
        { value: 'm', label: 'Manhã', color: '#b45309', textColor: '#ffffff' },
        { value: 't', label: 'Tarde' },
      ],
    },
    { key: 'diaria', type: 'money', label: 'Diária', order: 2 },
    { key: 'padrinho', type: 'autocomplete', label: 'Cliente que indicou', order: 3, ui: { autocomplete: 'cliente' } },
    {
      key: 'cursos',
      type: 'repeater',
      label: 'Cursos',
      order: 4,
      columns: [
        { key: 'nome', label: 'Curso', type: 'text', required: true },
        { key: 'em', label: 'Feito em', type: 'date' },
      ],
    },
  ]
  for (const one of more) await api('POST', 'sis/custom_field', { alias: 'motorista', ...one })
  await page.goto(`${url}${PATH}?alias=motorista`)
  await page.locator('[data-key="cursos"]').waitFor()
  await page.getByRole('button', { name: 'Diária: antes' }).click()
  await expect.poll(names).toEqual(['n_interno', 'diaria', 'turno', 'padrinho', 'cursos'])
  await page.getByRole('button', { name: 'Diária: mais largo' }).click()
  await expect.poll(() => page.locator('[data-key="diaria"]').getAttribute('style')).toContain('span 4')
  await expectPresentable(page, 'campos-proprios')
})

it('they stand on the form of their register, are asked for, saved and chosen in its list', async () => {
  const { page, url } = session
  await page.goto(`${url}${FORM}/edit/new`)
  await keys.screen(`${FORM}/edit/new`)
  await settled(page)
  await page.getByRole('textbox', { name: /^Nome/ }).first().fill('Motorista do teste')
  await keys.press('Control+s')
  await page.getByText('O campo "Nº interno" é obrigatório').first().waitFor()
  await page.getByRole('textbox', { name: /^Nº interno/ }).fill('A-17')
  await page.getByRole('textbox', { name: 'Diária' }).fill('120,50')
  await page.getByRole('checkbox', { name: 'Manhã' }).check()
  await page.getByRole('group', { name: 'Cursos' }).getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('textbox', { name: 'Curso, linha 1' }).fill('Direção defensiva')
  await expectPresentable(page, 'campos-no-formulario')
  await keys.press('Control+s')
  await keys.text('Registro criado com sucesso.')
  const [row] = (await apiAt(session)('GET', 'cadastro/motorista?search=xNome:Motorista do teste')).data
  expect(row.extra).toMatchObject({
    n_interno: 'A-17',
    diaria: 120.5,
    turno: ['m'],
    cursos: [{ nome: 'Direção defensiva' }],
  })
  await page.goto(`${url}${FORM}`)
  await settled(page)
  await page.getByRole('button', { name: /Colunas/ }).click()
  for (const label of ['Nº interno', 'Turnos', 'Diária'])
    await page
      .getByRole('checkbox', { name: label })
      .or(page.getByRole('menuitemcheckbox', { name: label }))
      .click()
  await keys.press('Escape')
  await page.getByText('A-17').waitFor()
  await page.getByText('Manhã').waitFor()
  await expectPresentable(page, 'campos-na-lista')
})

it('by themselves, on a page and as a modal, they are saved half a second after the last key; of a draft they are only held', async () => {
  const { page, url } = session
  const [row] = (await apiAt(session)('GET', 'cadastro/motorista?search=xNome:Motorista do teste')).data
  await page.goto(`${url}/ui/custom-fields/motorista/${row.id}`)
  await keys.chip('Salvo')
  await page.getByRole('textbox', { name: /^Nº interno/ }).fill('B-18')
  await expect
    .poll(async () => (await apiAt(session)('GET', `cadastro/motorista/${row.id}`)).extra.n_interno)
    .toBe('B-18')
  await page.getByRole('textbox', { name: /^Nº interno/ }).fill('')
  await keys.press('Control+s')
  await page.getByText('O campo "Nº interno" é obrigatório').first().waitFor()
  await page.goto(`${url}/ui/custom-fields-modal/motorista/draft`)
  await keys.chip('Rascunho')
  await page.getByRole('textbox', { name: /^Nº interno/ }).fill('C-19')
  await expectPresentable(page, 'campos-por-si')
  await page.goto(`${url}/ui/custom-fields/motorista/999999`)
  await keys.text('Erro ao carregar campos personalizados')
})
