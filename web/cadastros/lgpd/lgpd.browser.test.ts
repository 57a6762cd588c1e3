import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

const session = browserTest()
const keys = new Keyboard(session)

const create = (body: object) =>
  session.page.evaluate(
    (values) =>
      fetch('/api/cliente', {
        method: 'POST',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        body: JSON.stringify(values),
      }).then((answer) => answer.json()),
    body,
  )

async function openErase(id: number): Promise<void> {
  const { page, url } = session
  await page.goto(`${url}/ui/cadastros/cliente/edit/${id}`)
  await page.getByRole('button', { name: 'Dados pessoais' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Anonimizar…' }).press('Enter')
  await keys.text('Cadastros desta pessoa')
}

describe('personal data', () => {
  it('are let go of by keyboard, once the name is written', async () => {
    const { page, errors } = session
    const { id } = await create({ xNome: 'Iracema Prado', CNPJ_CPF: '52998224725', email: 'iracema@exemplo.com' })
    await openErase(id)
    await expectPresentable(session.page, 'lgpd-confirmacao')
    await page.getByLabel('Motivo').fill('Pedido da titular')
    await page.getByLabel('Para confirmar, escreva: Iracema Prado').fill('Iracema')
    await keys.press('Control+Enter')
    expect(await page.getByRole('button', { name: 'Anonimizar para sempre' }).getAttribute('title')).toContain(
      'como está no cadastro',
    )
    await page.getByLabel('Para confirmar, escreva: Iracema Prado').fill('Iracema Prado')
    await keys.press('Control+Enter')
    await keys.text('Pessoa anonimizada.')
    await keys.screen('/ui/cadastros/cliente')
    await page.goto(`${session.url}/ui/cadastros/lgpd`)
    await keys.text('Pedido da titular')
    expect(errors).toEqual([])
  })

  it('stay while something is open, and it is told what', async () => {
    const { page } = session
    const sale = await page.evaluate(() =>
      fetch('/api/comercial/venda?perPage=50&where={"status":0}', {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
      }).then((answer) => answer.json()),
    )
    const open = sale.data.at(0)
    expect(open).toBeDefined()
    await openErase(open.cliente_id)
    await keys.text('Ainda não é possível:')
    await expectPresentable(session.page, 'lgpd-pendencias')
  })
})
