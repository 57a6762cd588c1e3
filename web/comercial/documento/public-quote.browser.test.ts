import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn } from '../../../fixtures/browser-session'
import { expectPresentable, guidePicture, watchRequests } from '../../../fixtures/look'
import { startSmtp, type SmtpSimulator } from '../../../fixtures/simulators/smtp'

/** A quote is sent from its form; its customer answers it on a phone, and the form says so. */

let session: BrowserSession
let smtp: SmtpSimulator
let id: number

beforeAll(async () => {
  smtp = await startSmtp()
  session = await browserSession({ SMTP_URL: smtp.url })
  await signIn(session)
  id = await session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const first = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data[0].id
    const pix = await first(`financeiro/pagamentos?where=${encodeURIComponent('{"tPag":["17","20"]}')}`)
    const body = JSON.stringify({
      cliente_id: await first('cliente?perPage=1'),
      tipo_entrada_saida_id: await first('tipo_entrada_saida?search=venda'),
      dValidade: '2099-12-31',
      obs: 'Frete incluso para a capital.',
      orcamento_mercadorias: [{ mercadoria_id: await first('mercadoria?perPage=1'), qTrib: 2, vUnTrib: 99_999 }],
      orcamento_duplicatas: [{ dVencimento: '2099-12-31', vDup: 199_998, pagamento_id: pix }],
    })
    const made = await (await fetch('/api/orcamento', { method: 'POST', headers, body })).json()
    const company = await (await fetch(`/api/empresa/${made.empresa_id}`)).json()
    const key = { pix_chave: 'loja@exemplo.com.br', cMun: company.cMun ?? (await first('municipio?perPage=1')) }
    await fetch(`/api/empresa/${company.id}`, { method: 'PUT', headers, body: JSON.stringify(key) })
    return made.id
  })
}, 120_000)
afterAll(async () => {
  await session.close()
  await smtp.stop()
})

it('goes by e-mail from its form; its customer reads it on a phone without signing in and accepts it; the form tells', async () => {
  const { page, browser, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/comercial/orcamento/edit/${id}`)
  await keys.chip('Aberto')
  await page.getByRole('tab', { name: /Cliente/ }).click()
  await page.getByLabel('Para', { exact: true }).fill('ana@teste.example')
  await page.getByLabel('Mensagem').fill('Como combinamos.')
  await page.getByRole('button', { name: 'Enviar por e-mail' }).click()
  await keys.text('Link enviado com sucesso.')
  await smtp.arrived(1)
  const address = /https?:\/\/\S+\/publico\/\S+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? ''

  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'pt-BR' })
  const phone = await context.newPage()
  watchRequests(phone)
  const fetched: string[] = []
  phone.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await phone.goto(address)
  await phone.getByRole('heading', { name: `Orçamento nº ${id}` }).waitFor()
  expect(fetched.filter((path) => !path.startsWith('/publico/') && path !== '/favicon.ico')).toEqual([])
  await expectPresentable(phone, 'orcamento-publico')
  await phone.setViewportSize({ width: 390, height: 780 })
  await guidePicture(phone, 'orcamento-publico')
  await phone.getByText('Pedir uma alteração').click()
  await phone.getByLabel('O que deve mudar').fill('Entregar só em janeiro.')
  await phone.getByRole('button', { name: 'Enviar o pedido' }).click()
  await phone.getByText('Seu pedido de alteração foi enviado').waitFor()
  await phone.getByLabel('Seu nome').fill('Ana Souza')
  await phone.getByRole('button', { name: 'Aceitar o orçamento' }).click()
  await phone.getByText('por Ana Souza').waitFor()
  await expectPresentable(phone, 'orcamento-publico-aceito')

  await page.getByText(/por Ana Souza/).waitFor()
  await expectPresentable(page, 'orcamento-cliente')
  await guidePicture(page, 'orcamento-cliente')
  const closed = await page.evaluate(async (quote) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    return (await fetch(`/api/orcamento/${quote}/fecha`, { method: 'POST', headers })).json()
  }, id)
  expect(closed).toMatchObject({ venda_id: expect.any(Number) })
  await phone.reload()
  const code = phone.getByRole('img', { name: 'QR code Pix da parcela 1' })
  expect((await code.boundingBox())?.width).toBeGreaterThan(200)
  expect(fetched.filter((path) => !path.startsWith('/publico/') && path !== '/favicon.ico')).toEqual([])
  await expectPresentable(phone, 'orcamento-publico-pix')
  await context.close()
  await page.getByRole('button', { name: 'Revogar o link' }).click()
  await keys.text('Link revogado: os que foram enviados não abrem mais.')
  expect(session.errors).toEqual([])
})
