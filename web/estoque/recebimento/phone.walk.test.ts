import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { encodeEan13 } from '../../../core/gs1'
import { asOwner } from '../../../fixtures/as-owner'
import { ADMIN, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled, shot } from '../../../fixtures/look'
import { calls, codeOf, invoice, wedge } from './receiving-page.fixture'

/** Receiving with a phone: what was read outlives a lost connection and a reload, and is counted once. */

const session = browserTest()
const keys = new Keyboard(session)
const call = calls(session)
const received = async (id: number) =>
  (await call(`entrada/${id}/conferencia`)).itens.map((one: { qRecebida: number }) => one.qRecebida)
const PHONE = { width: 390, height: 780 }

it('reads a shelf, then goods, by digits under the thumb, and takes one off again', async () => {
  const { page, url } = session
  const { id } = await invoice(session, 3, 500)
  await page.setViewportSize(PHONE)
  await page.goto(`${url}/ui/mobile/recebimento`)
  await keys.screen('/ui/mobile/recebimento')
  await page
    .getByText(/4500|4\.500/)
    .first()
    .waitFor()
  await page.goto(`${url}/ui/mobile/recebimento/edit/${id}`)
  await keys.screen(`/ui/mobile/recebimento/edit/${id}`)
  await settled(page)
  const place = page.getByLabel('Guardar em')
  const option = place.locator('option').nth(2)
  const [code = ''] = (await option.innerText()).split(' · ')
  const shelf = Number(await option.getAttribute('value'))
  await wedge(page, code)
  await page.locator('.reading-title', { hasText: code }).waitFor()
  expect(await place.inputValue()).toBe(String(shelf))
  await page.getByRole('button', { name: '7', exact: true }).click()
  await page.locator('.scan-kept', { hasText: '7 ×' }).waitFor()
  await wedge(page, codeOf(500))
  await page.locator('.reading-quantity', { hasText: '+7' }).waitFor()
  await wedge(page, codeOf(501))
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
  await expectPresentable(page, 'recebimento-celular-tela')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Desfazer' }).first().click()
  await page.locator('.reading-quantity', { hasText: '−1' }).waitFor()
  expect(await received(id)).toEqual([7, 0, 0])
  const read = await call(`entrada_leitura?perPage=1&orderBy=id&sortedBy=asc&search=${codeOf(500)}`)
  expect(read.data[0]).toMatchObject({ armazenamento_id: shelf, qTrib: 7 })
})

it('keeps what is read while the connection is away, through a reload, and none is counted twice', async () => {
  const { page, url } = session
  const { id } = await invoice(session, 3, 510)
  await page.setViewportSize(PHONE)
  const form = `/ui/mobile/recebimento/edit/${id}`
  await page.goto(url + form)
  await keys.screen(form)
  await page.getByText('0 de 3').waitFor()
  await settled(page)
  // The answer to the first is lost after the server has counted it; then nothing reaches it at all.
  let lost = 0
  await page.route('**/addVolume', async (route) => {
    if (lost === 0) await route.fetch()
    lost += 1
    await route.abort()
  })
  await wedge(page, codeOf(510))
  await page.locator('.reading-word', { hasText: 'Guardado' }).waitFor()
  await page.context().setOffline(true)
  for (const n of [510, 511, 511, 512]) await wedge(page, codeOf(n))
  await page.locator('.reading-title', { hasText: 'Peça de recebimento 512' }).waitFor()
  await page.getByText('5 leituras a enviar').waitFor()
  await keys.press('Control+Enter')
  await keys.text('Há leituras que ainda não foram contadas')
  await expectPresentable(page, 'recebimento-celular-sem-rede')
  await page.setViewportSize(PHONE)

  await page.context().setOffline(false)
  await page.goto(url + form)
  await keys.screen(form)
  await page.getByText('5 leituras a enviar').waitFor()
  expect(await received(id)).toEqual([1, 0, 0])
  await page.unroute('**/addVolume')
  await expect.poll(() => page.getByText(/a enviar/).count()).toBe(0)
  expect(await received(id)).toEqual([2, 2, 1])
  expect(lost).toBeGreaterThan(0)
})

it.each([
  ['Enter', 570],
  ['Tab', 580],
] as const)(
  'takes no rest of a code for a code, where its beginning came before anything could be read and %s ends it',
  async (end, n) => {
    const { page, url } = session
    const { id } = await invoice(session, 1, n)
    await page.setViewportSize(PHONE)
    const ready = Promise.withResolvers<void>()
    await page.route(`**/api/entrada/${id}`, async (route) => {
      await ready.promise
      await route.continue()
    })
    const form = `/ui/mobile/recebimento/edit/${id}`
    await page.goto(url + form)
    await keys.screen(form)
    const box = page.getByRole('textbox', { name: 'Leitura' })
    await page.locator('[aria-label="Leitura"]:disabled').waitFor()
    const place = page.getByLabel('Guardar em')
    expect(await place.isDisabled()).toBe(true)
    const meanwhile = async () => {
      ready.resolve()
      await page.locator('[aria-label="Leitura"]:enabled:focus').waitFor()
    }
    await wedge(page, codeOf(n), { meanwhile, end })
    await page.getByText('Leitura incompleta: leia de novo.').waitFor()
    expect(await box.inputValue()).toBe('')
    expect(await received(id)).toEqual([0])
    await wedge(page, codeOf(n), { end })
    await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
    expect(await place.isEnabled()).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

/** From now on the camera of the page sees what `show` draws, by the modules of an EAN-13; nothing, for null. */
async function cameraOf(page: Page): Promise<(code: string | null) => Promise<void>> {
  await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')
    const draw = (): void => {
      if (context === null) return
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000'
      const modules = document.documentElement.dataset.seen ?? ''
      for (const [at, module] of [...modules].entries()) if (module === '1') context.fillRect(130 + at * 4, 120, 4, 240)
    }
    draw()
    setInterval(draw, 50)
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(20))
  })
  return (code) =>
    page.evaluate(
      (modules) => {
        document.documentElement.dataset.seen = modules
      },
      code === null ? '' : encodeEan13(code),
    )
}

it('reads with its camera, each sight of a code once, and says why where the camera is refused', async () => {
  const { page, url } = session
  const { id } = await invoice(session, 2, 560)
  await page.setViewportSize(PHONE)
  const form = `/ui/mobile/recebimento/edit/${id}`
  await page.goto(url + form)
  await keys.screen(form)
  await settled(page)
  const show = await cameraOf(page)
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await page.getByLabel('O que a câmera vê').waitFor()
  await show(codeOf(560))
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
  // It stays in sight for as long as a hand may hold it there.
  await page.waitForTimeout(2_000)
  expect(await received(id)).toEqual([1, 0])
  await show(null)
  await page.waitForTimeout(2_000)
  await show(codeOf(560))
  await expect.poll(() => received(id)).toEqual([2, 0])
  await show(codeOf(561))
  await expect.poll(() => received(id)).toEqual([2, 1])
  await shot(page, 'recebimento-celular-camera')
  await page.getByRole('button', { name: 'Desligar a câmera' }).click()
  await page.getByLabel('O que a câmera vê').waitFor({ state: 'detached' })
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await page.getByText(/Permita o acesso na barra de endereço, ou leia com o leitor ou digite o código\./).waitFor()

  // What reads pictures is fetched when it is asked for, which may fail: the screen goes on without it.
  await page.goto(url + form)
  await keys.screen(form)
  await settled(page)
  await page.route('**/*.wasm', (call) => call.abort())
  await (
    await cameraOf(page)
  )(codeOf(560))
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await page.getByText('O que lê pela câmera não foi carregado: leia com o leitor ou digite o código.').waitFor()
  await wedge(page, codeOf(560))
  await expect.poll(() => received(id)).toEqual([3, 1])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(session.errors).toEqual([])
})

it('takes off the last reading of who asks: one that waits, then what was counted, and none of a colleague', async () => {
  const { page, browser, url } = session
  const { id } = await invoice(session, 2, 520)
  const form = `/ui/mobile/recebimento/edit/${id}`
  await page.setViewportSize(PHONE)
  await page.goto(url + form)
  await keys.screen(form)
  await page.getByText('0 de 2').waitFor()
  await settled(page)
  await wedge(page, `2*${codeOf(520)}`)
  await page.locator('.reading-quantity', { hasText: '+2' }).waitFor()
  const theirs = await (await browser.newContext({ viewport: PHONE, locale: 'pt-BR' })).newPage()
  await theirs.goto(url + form)
  await theirs.fill('input[type=email]', 'estoque@demo.prumo.local')
  await theirs.fill('input[type=password]', ADMIN.password)
  await theirs.keyboard.press('Enter')
  await theirs.waitForSelector(`[data-screen="${form}"]`)
  await theirs.getByText('0 de 2').waitFor()
  await theirs.locator('[aria-label="Leitura"]:focus').waitFor()
  await wedge(theirs, `7*${codeOf(521)}`)
  await theirs.locator('.reading-quantity', { hasText: '+7' }).waitFor()
  await theirs.context().close()
  await expect.poll(() => received(id)).toEqual([2, 7])

  // Cut off: what waits is taken off first, then what was counted; there is nothing more.
  await page.context().setOffline(true)
  await wedge(page, codeOf(521))
  await page.locator('.reading-word', { hasText: 'Guardado' }).waitFor()
  for (let n = 0; n < 3; n += 1) await keys.press('Control+z')
  await page.getByText('Nada para desfazer aqui: corrija pela lista.').waitFor()
  await page.getByText('3 leituras a enviar').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.locator('.unsent').count()).toBe(0)
  expect(await received(id)).toEqual([0, 7])

  // After a reload it is the server that knows what this person read.
  await wedge(page, `3*${codeOf(520)}`)
  await page.locator('.reading-quantity', { hasText: '+3' }).waitFor()
  await page.reload()
  await keys.screen(form)
  await page.getByText('0 de 2').waitFor()
  await page.getByText('Pronto para ler.').waitFor()
  await keys.press('Control+z')
  await page.locator('.reading-quantity', { hasText: '−3' }).waitFor()
  await page.locator('.reading-word', { hasText: 'Desfeito' }).waitFor()
  expect(await received(id)).toEqual([0, 7])
})

it('knows a shelf by its label, where more are kept than are listed, and says why nothing can be read', async () => {
  const { page, url, browser } = session
  const { id } = await invoice(session, 1, 530)
  const named = (n: number) => ({ codigo: `Z-${n}`, xArmazenamento: `Gaveta ${n}` })
  const made = []
  for (let n = 0; n < 202; n += 1) made.push(await call('estoque/armazenamento', named(n)))
  const form = `/ui/mobile/recebimento/edit/${id}`
  await page.setViewportSize(PHONE)
  await page.goto(url + form)
  await keys.screen(form)
  await page.getByText('0 de 1').waitFor()
  await settled(page)
  const listed = await page.getByLabel('Guardar em').innerText()
  const far = made.filter(({ codigo }) => !listed.includes(`${codigo} ·`))
  expect(far.length).toBeGreaterThan(1)
  // Goods that are read at once behind it are put there.
  await wedge(page, `003${String(far[0].id).padStart(12, '0')}`)
  await wedge(page, codeOf(530))
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
  await wedge(page, far[1].codigo)
  await wedge(page, codeOf(530))
  await expect.poll(() => received(id)).toEqual([2])
  const read = await call(`entrada_leitura?perPage=2&orderBy=id&sortedBy=asc&search=${codeOf(530)}`)
  expect(read.data.map((one: { armazenamento_id: number }) => one.armazenamento_id)).toEqual([far[0].id, far[1].id])
  await page.reload()
  await keys.screen(form)
  await expect.poll(() => page.getByLabel('Guardar em').inputValue()).toBe(String(far[1].id))
  await settled(page)
  await wedge(page, '003000000999999')
  await page.getByText('Esta etiqueta não é de nenhum local.').waitFor()

  // Who may only look is told so, before anything is read.
  await asOwner(
    session.databaseUrl,
    (owner) => owner`delete from role_permission p using role r, permission n
      where r.id = p.role_id and n.id = p.permission_id and r.name = 'stokman' and n.name = 'edit entrada'`,
  )
  const looking = await (await browser.newContext({ viewport: PHONE, locale: 'pt-BR' })).newPage()
  await looking.goto(url + form)
  await looking.fill('input[type=email]', 'estoque@demo.prumo.local')
  await looking.fill('input[type=password]', ADMIN.password)
  await looking.keyboard.press('Enter')
  await looking.waitForSelector(`[data-screen="${form}"]`)
  await looking.getByText('Seu perfil não recebe mercadorias.').first().waitFor()
  expect(await looking.getByRole('textbox', { name: 'Leitura' }).isDisabled()).toBe(true)
  expect(await looking.getByRole('button', { name: 'Desfazer' }).first().isDisabled()).toBe(true)
  await looking.context().close()
})
