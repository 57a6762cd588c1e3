import { describe, expect, it, vi } from 'vitest'
import {
  api,
  dispatched,
  issuerBrowserTest,
  keys,
  noteOf,
  openScreen,
  page,
  session,
} from '../../../fixtures/issuer-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** The files of fiscal documents, and what became of every number, in a real browser. */

issuerBrowserTest(async () => {
  await invoiced()
  const { data } = await api('GET', 'nfe/serie_numero')
  await api('POST', `nfe/serie_numero/${data[0].id}/proximoNumero`, { proximo: 5 })
  await invoiced()
})

/** A sale of the demo with its authorised note. */
async function invoiced(): Promise<void> {
  const id = await dispatched()
  await api('POST', `venda/${id}/fatura`)
  await vi.waitFor(async () => expect((await noteOf(id))?.status).toBe(3), { timeout: 20_000, interval: 200 })
}

const open = (): Promise<void> => openScreen('/ui/nfe/guarda')
const dialog = () => page().locator('dialog')
const button = (name: string) => page().getByRole('button', { name })

describe('what became of numbers', () => {
  it('is told of a period: a number without note is named, and leads to where it is voided', async () => {
    await open()
    await button('Conferir um período').click()
    await keys.press('Control+Enter')
    await dialog().getByText('A resolver: 3 números').waitFor()
    await dialog().getByText('2 a 4').waitFor()
    await dialog().getByText('Todos os números da série 1').click()
    await dialog().getByRole('table', { name: 'Números da série 1' }).getByText('Autorizada').first().waitFor()
    await settled(page())
    await expectPresentable(page(), 'guarda-periodo')
    const [answer] = await Promise.all([
      page()
        .context()
        .waitForEvent('response', (one) => one.url().includes('/nfe/guarda_fiscal/zip?')),
      button('Baixar ZIP').click(),
    ])
    expect([answer.status(), answer.headers()['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/filename="NF-e_[\w-]+\.zip"/),
    ])
    // Of another period nothing that was read of this one is left.
    await dialog().getByRole('textbox', { name: /^De/ }).fill('01/01/2026')
    await keys.press('Control+Enter')
    await dialog().getByRole('table', { name: 'Números da série 1' }).waitFor({ state: 'hidden' })
    await dialog().getByText('A resolver: 3 números').waitFor()
    await dialog().getByRole('link', { name: 'Inutilizar' }).first().click()
    await keys.screen('/ui/nfe/inutilizacao')
  })

  it('refuses a period that ends before it begins, at its field', async () => {
    await open()
    await button('Conferir um período').click()
    await dialog().getByRole('textbox', { name: /^De/ }).fill('31/12/2026')
    await dialog().getByRole('textbox', { name: /^Até/ }).fill('01/12/2026')
    await keys.press('Control+Enter')
    await dialog().getByText('O último dia vem antes do primeiro.').waitFor()
  })
})

describe('the file of a month', () => {
  it('is made on request, shows what is in it, and says what sending it still needs', async () => {
    await open()
    await expectPresentable(page(), 'guarda-vazia')
    await button('Gerar agora').click()
    await keys.press('F10')
    await keys.text('O arquivo está sendo gerado.')
    await page().locator('.chip', { hasText: 'Gerada' }).first().waitFor()
    await expectPresentable(page(), 'guarda-lista')
    const [{ id }] = (await api('GET', 'nfe/guarda_fiscal')).data
    await page().goto(`${session.url}/ui/nfe/guarda/edit/${id}`)
    await dialog().getByText('Nenhum número no período.').waitFor()
    await settled(page())
    await expectPresentable(page(), 'guarda-mes')
    await button('Enviar à contabilidade').click()
    await keys.text('O envio de e-mails não está configurado')
  })
})
