import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { seriousFaults, settled } from '../../fixtures/look'

/** What people with few rights meet: read-only forms, missing buttons, refused screens, and each time why and who can help. */

const session = browserTest('vendas@demo.prumo.local')
const keys = new Keyboard(session)

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await settled(session.page)
}
const why = () => session.page.getByRole('button', { name: 'Por que não posso?' })

describe('with rights to look alone', () => {
  it('a form is read-only, has no footer, and says which right is missing and who gives it', async () => {
    const { page } = session
    await open('/ui/estoque/mercadoria/edit/1')
    await keys.screen('/ui/estoque/mercadoria/edit/1')
    expect(await page.locator('dialog fieldset input').first().isDisabled()).toBe(true)
    expect(await page.locator('dialog .dialog-foot').count()).toBe(0)
    await page.locator('dialog').getByRole('button', { name: 'Por que não posso?' }).click()
    await keys.text('Falta a permissão “Alterar mercadorias”')
    await keys.text('Marta Gerente')
    expect(await seriousFaults(page)).toEqual([])
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Por que não posso?' }).waitFor({ state: 'detached' })
  })

  it('a list offers nothing to create or delete, and says why', async () => {
    const { page } = session
    await open('/ui/estoque/mercadoria')
    await keys.screen('/ui/estoque/mercadoria')
    expect(await page.getByRole('button', { name: /^Criar|^Nov/ }).count()).toBe(0)
    await keys.text('Somente consulta')
    await page.getByRole('button', { name: 'Ações' }).click()
    expect(await page.getByRole('menuitem', { name: /Excluir/ }).getAttribute('title')).toContain('“Gerir mercadorias”')
  })
})

describe('with the right', () => {
  it('nothing of it shows', async () => {
    await open('/ui/cadastros/cliente/edit/1')
    await keys.screen('/ui/cadastros/cliente/edit/1')
    expect(await session.page.locator('dialog .dialog-foot .btn-primary').count()).toBe(1)
    expect(await session.page.locator('dialog .why-not').count()).toBe(0)
  })
})

describe('a screen without the right', () => {
  it('is the 404 screen, which says what is missing; one that does not exist says nothing more', async () => {
    await open('/ui/cadastros/role')
    await keys.screen('/404')
    await why().click()
    await keys.text('Falta a regra de acesso “Administrador”.')
    await open('/ui/nao/existe')
    await keys.screen('/404')
    expect(await why().count()).toBe(0)
    expect(session.errors).toEqual([])
  })
})
