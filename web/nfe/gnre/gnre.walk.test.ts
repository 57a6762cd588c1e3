import { describe, expect, it } from 'vitest'
import { api, issuerBrowserTest, keys, openScreen, page, sefaz, session } from '../../../fixtures/issuer-session'
import { expectPresentable } from '../../../fixtures/look'

/** Guides of taxes in a real browser, beside the simulated portal. */

issuerBrowserTest()

const GUIDE = {
  ufFavorecida: 'BA',
  receita: '100099',
  tpDocOrigem: '10',
  dVencimento: '2090-12-20',
  dPagamento: '2090-12-20',
  vPrincipal: 85.5,
  CNPJ_CPF_dest: '33000167000101',
  xDest: 'Cliente da Bahia',
}

async function yes(question: string): Promise<void> {
  await page()
    .getByText(new RegExp(`^${question} \\d+\\?$`))
    .waitFor()
  await page()
    .locator(':focus', { hasText: question.split(' ')[0] ?? '' })
    .waitFor()
  await keys.press('Enter')
}

const guideById = (id: number) => api('GET', `nfe/gnre/${id}`)

describe('guides of taxes', () => {
  it('are made by hand, sent by keyboard, and become a payable', async () => {
    await openScreen('/ui/nfe/gnre/edit/new')
    await page().getByLabel('UF favorecida', { exact: true }).selectOption('BA')
    for (const [label, value] of [
      ['Receita', '100099'],
      ['Tipo do documento', '10'],
      ['Documento de origem', '4321'],
      ['Principal', '85,50'],
      ['Vencimento', '20/12/2090'],
      ['Pagamento previsto', '20/12/2090'],
      ['CNPJ / CPF do destinatário', '33000167000101'],
    ] as const)
      await page().getByLabel(label, { exact: true }).fill(value)
    await keys.press('Control+s')
    await keys.chip('Rascunho')
    await page()
      .getByRole('heading', { name: /^Guia \d+ · BA · 100099/ })
      .waitFor()
    await expectPresentable(page(), 'gnre-rascunho')
    await keys.press('F10')
    await yes('Enviar a guia')
    await keys.text('Guia enviada ao portal da GNRE.')
    await keys.chip('Pronta')
    await expectPresentable(page(), 'gnre-pronta')
    await page().getByRole('tab', { name: 'Pagamento' }).click()
    await expectPresentable(page(), 'gnre-pagamento')
    await keys.press('F10')
    await page().getByRole('heading', { name: 'Contas a pagar de 1 guia' }).waitFor()
    await expectPresentable(page(), 'gnre-contas')
    await keys.press('F10')
    await keys.text('Conta a pagar gerada.')
    await keys.chip('A pagar')
    const { data } = await api('GET', 'contas_pagar?where={"documento":"gnre"}')
    expect(data).toMatchObject([{ tpConta: 9, vDup: 85.5 }])
  })

  it('refused by the state, say why; several go from the list, and their payables are made with one question', async () => {
    sefaz.gnre.rules.set('RJ 100102', { descricao: 'DIFAL', documento: ['10'], onlyToday: true })
    const refused = await api('POST', 'nfe/gnre', {
      ...GUIDE,
      ufFavorecida: 'RJ',
      receita: '100102',
      nDocOrigem: '5000',
    })
    const made: number[] = []
    for (const nDocOrigem of ['5001', '5002']) made.push((await api('POST', 'nfe/gnre', { ...GUIDE, nDocOrigem })).id)
    for (const id of [refused.id, ...made]) await api('POST', `nfe/gnre/${id}/envia`)
    await expect.poll(async () => (await guideById(refused.id)).status, { timeout: 30_000 }).toBe(2)
    await expect.poll(async () => (await guideById(made[1] ?? 0)).status, { timeout: 30_000 }).toBe(3)
    await openScreen(`/ui/nfe/gnre/edit/${refused.id}`)
    await page().getByText('A UF só aceita a data de hoje como data de pagamento.').waitFor()
    await expectPresentable(page(), 'gnre-recusada')
    await openScreen('/ui/nfe/gnre')
    await expectPresentable(page(), 'gnre-lista')
    for (const row of await page()
      .getByRole('row', { name: /Pronta/ })
      .all())
      await row.getByRole('checkbox').check()
    await page().getByRole('button', { name: 'Ações' }).click()
    await page().getByRole('menuitem', { name: 'Gerar conta a pagar' }).click()
    await page().getByRole('heading', { name: 'Contas a pagar de 2 guias' }).waitFor()
    await keys.press('F10')
    for (const id of made) await expect.poll(async () => (await guideById(id)).status, { timeout: 30_000 }).toBe(4)
    const [answer] = await Promise.all([
      page()
        .context()
        .waitForEvent('response', { predicate: (one) => one.url().includes('/imprime') }),
      page().evaluate((url) => void window.open(url), `${session.url}/api/nfe/gnre/imprime?ids=${made.join(',')}`),
    ])
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })
})
