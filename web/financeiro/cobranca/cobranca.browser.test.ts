import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** The morning of who collects: whom to speak to, what was said, and a promise that moves what is expected. */

const session = browserTest()

it('notes a promise, after which the customer is waited for', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/cobranca`)
  await settled(page)
  await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const send = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    const { id: cliente_id } = await send('cliente', { xNome: 'Cliente da Cobrança', fone: '4133334444' })
    for (const vConta of ['7000.00', '500.40'])
      await send('contas_receber', { cliente_id, vConta, dEmissao: '2026-09-01', dVencimento: '2026-10-05' })
  })
  await page.reload()
  const row = page.getByRole('row', { name: /Cliente da Cobrança/ })
  await row.getByText('7.500,40').waitFor()
  await expectPresentable(page, 'cobranca')
  await row.getByRole('button', { name: 'Anotar' }).focus()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cobrança de Cliente da Cobrança' })
  await dialog.getByText('2 contas vencidas').waitFor()
  await dialog.getByRole('textbox', { name: 'O que foi dito' }).fill('Paga no mês que vem')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
  await dialog.getByRole('textbox', { name: 'Promete pagar em' }).fill(day)
  await expectPresentable(page, 'cobranca-contato')
  await keys.press('F10')
  await keys.text(/Contato anotado\. 2 contas esperadas em/)
  await row.getByText('Esperar').waitFor()
  await row.getByText('Paga no mês que vem').waitFor()
  await row.getByRole('button', { name: 'Anotar' }).focus()
  await keys.press('Enter')
  await dialog
    .getByRole('list', { name: 'Contatos anteriores' })
    .getByText(/Ligação · Paga no mês que vem · promessa/)
    .waitFor()
  expect(session.errors).toEqual([])
})
