import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, fits, guidePicture, seriousFaults, settled, shot } from '../../../fixtures/look'

/** A delivery route from its first sale to its last, by keyboard alone. The steps follow one another. */

const PATH = '/ui/expedicao/rota'
const session = browserTest()
const keys = new Keyboard(session)

/** The first vehicle whose plate begins so; the box says which. */
async function chooseVehicle(): Promise<void> {
  const box = session.page.getByRole('combobox', { name: 'Veículo' })
  await keys.type('DEM1')
  await keys.pick()
  await expect.poll(() => box.inputValue()).toMatch(/^DEM1/)
}
/** What was said is dismissed, so that a picture shows what lies under it. */
async function quiet(): Promise<void> {
  const said = session.page.getByRole('button', { name: 'Dispensar aviso' })
  while ((await said.count()) > 0) await said.first().click()
}
/** Does it lie whole within its dialog and the window? */
const inSight = (selector: string): Promise<boolean> =>
  session.page.locator(selector).evaluate((element) => {
    const [box, frame] = [element.getBoundingClientRect(), element.closest('dialog')?.getBoundingClientRect()]
    return frame !== undefined && box.top >= frame.top && box.bottom <= Math.min(frame.bottom, innerHeight)
  })
const names = () => session.page.locator('.stop-name small').allTextContents()
const stop = (at: number) => session.page.locator('.stop-open').nth(at)
const toast = (text: string | RegExp) => session.page.locator('.toast', { hasText: text }).first().waitFor()
/** What the server keeps, by the page's own session. */
const stored = (): Promise<{ rota_vendas: { venda_id: number; ordem: number; hora_prevista: string }[] }> =>
  session.page.evaluate(async () =>
    (await fetch(location.pathname.replace('/ui/', '/api/').replace('edit/', ''))).json(),
  )

describe('a route, without a mouse', () => {
  it('is created, and takes sales that wait for delivery', async () => {
    await session.page.goto(session.url + PATH)
    await keys.screen(PATH)
    await settled(session.page)
    await keys.press('n')
    await keys.screen(`${PATH}/edit/new`)
    await settled(session.page)
    await chooseVehicle()
    await keys.press('Control+s')
    await session.page.waitForURL(/\/rota\/edit\/\d+$/)
    await keys.chip('Aberta')
    await keys.text('Nenhuma venda nesta rota')
    expect(await seriousFaults(session.page)).toEqual([])
    expect(await session.page.locator('[role=tabpanel]:not([inert]) :focus').count()).toBe(1)
    await session.page.getByRole('button', { name: 'Incluir vendas' }).focus()
    await keys.press('Enter')
    await keys.text('Vendas que esperam entrega')
    await keys.press('Control+Enter')
    await toast('Selecione ao menos uma venda.')
    await keys.type('curitiba')
    // By city they are one group, whose box comes before theirs.
    await keys.press('Tab', 'Tab', 'Space')
    await expect.poll(() => session.page.locator('.sales-group').count()).toBe(1)
    await keys.press('Tab', 'Tab', 'ArrowDown')
    // Each is followed by some that are left, so that they lie apart.
    for (let count = 0; count < 7; count++) await keys.press('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await keys.text(/^7 vendas/)
    // The list is long: what chooses and what decides stay in sight.
    expect(await inSight('.sales-dialog .dialog-foot .btn-primary')).toBe(true)
    expect(await inSight('.sales-tools input')).toBe(true)
    expect(await seriousFaults(session.page)).toEqual([])
    await quiet()
    await guidePicture(session.page, 'rota-incluir')
    await keys.press('Control+Enter')
    await session.page.locator('.stop').nth(6).waitFor()
    expect(await names()).toHaveLength(7)
  })

  it('stands in another order by Ctrl+↓, and the server keeps it with new hours', async () => {
    const before = await names()
    await stop(0).focus()
    await keys.press('Control+ArrowDown', 'Control+ArrowDown')
    await session.page.getByText('Parada 3 de 7').waitFor({ state: 'attached' })
    const wanted = [before[1], before[2], before[0], ...before.slice(3)]
    expect(await names()).toEqual(wanted)
    await expect
      .poll(async () => (await stored()).rota_vendas.find(({ ordem }) => ordem === 3)?.venda_id)
      .toBe(Number(before[0]?.replace(/\D/g, '')))
    await settled(session.page)
    expect(await names()).toEqual(wanted)
    const kept = (await stored()).rota_vendas.toSorted((a, b) => a.ordem - b.ordem)
    expect(kept.map((one) => `Venda ${one.venda_id}`)).toEqual(wanted)
    expect(kept.map((one) => one.hora_prevista)).toEqual(kept.map((one) => one.hora_prevista).toSorted())
    expect(await session.page.evaluate(() => document.activeElement?.className)).toBe('stop-open')
  })

  it('is put into the best order, told before and after, and put back by Desfazer', async () => {
    const before = await names()
    await session.page.getByRole('button', { name: 'Otimizar' }).focus()
    await keys.press('Enter')
    await toast('Rota otimizada')
    await keys.text(/Antes:/)
    expect(await seriousFaults(session.page)).toEqual([])
    const best = await names()
    expect(best).not.toEqual(before)
    await session.page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await session.page.waitForFunction(
      (wanted) =>
        JSON.stringify([...document.querySelectorAll('.stop-name small')].map((one) => one.textContent)) === wanted,
      JSON.stringify(before),
    )
    await session.page.getByRole('button', { name: 'Otimizar' }).press('Enter')
    await expect.poll(names).toEqual(best)
    await toast('Rota otimizada')
    // Pressed while it is still at work, it would do nothing.
    await session.page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
    await session.page.getByRole('button', { name: 'Otimizar' }).press('Enter')
    await toast(/De (.+) para \1\./)
    // What was undone by it is of before: only the last one can be undone.
    expect(await session.page.getByRole('button', { name: 'Desfazer' }).count()).toBe(1)
    await quiet()
    await guidePicture(session.page, 'rota')
  })

  it('is drawn on a map, from where the vehicle leaves and back', async () => {
    const { page } = session
    const sales = (await names()).length
    await keys.press('F3')
    await page.locator('.route-map .map-home').waitFor()
    expect(await page.locator('.route-map .map-stop').count()).toBe(sales)
    await page.locator('.route-map .map-stop').first().click()
    expect(await seriousFaults(page)).toEqual([])
    await shot(page, 'rota-mapa')
    await keys.press('F2')
    expect(await page.locator('.route-map').count()).toBe(0)
  })

  it('asks before it writes over what another wrote while a stop was moved and the same was typed', async () => {
    const { page } = session
    const [moved] = await names()
    const answer = Promise.withResolvers<void>()
    await page.route('**/reordena', async (route) => {
      await answer.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/reordena')
    await stop(0).focus()
    await keys.press('Control+ArrowDown')
    await asked
    await keys.press('F1')
    const notes = page.getByLabel('Observações')
    await notes.fill('Levar troco.')
    const other = await page.evaluate(async () => {
      const path = location.pathname.replace('/ui/', '/api/').replace('edit/', '')
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
      const now = await (await fetch(path)).json()
      const body = JSON.stringify({ ...now, obs: 'Levar a nota.' })
      return (await fetch(path, { method: 'PUT', headers, body })).status
    })
    expect(other).toBe(200)
    const shown = page.waitForResponse(
      (one) => one.request().method() === 'GET' && /api.expedicao.rota.\d+$/.test(one.url()),
    )
    answer.resolve()
    await shown
    await page.unrouteAll({ behavior: 'wait' })
    expect((await stored()).rota_vendas.find(({ ordem }) => ordem === 2)?.venda_id).toBe(
      Number(moved?.replace(/\D/g, '')),
    )
    expect(await notes.inputValue()).toBe('Levar troco.')
    await keys.press('Control+s')
    await page.getByRole('radio', { name: 'Levar a nota.' }).check()
    await page.getByRole('button', { name: 'Usar o escolhido' }).click()
    await expect.poll(() => notes.inputValue()).toBe('Levar a nota.')
    await keys.press('F2')
  })

  it('gives a sale back by Del', async () => {
    const [first] = await names()
    await stop(0).focus()
    await keys.press('Delete')
    await session.page.locator('.stop').nth(6).waitFor({ state: 'detached' })
    expect(await names()).not.toContain(first)
  })

  it('is released by F10; from then on its order is fixed', async () => {
    await keys.press('F10')
    await keys.text(/Liberar a rota \d+\?/)
    await expect.poll(() => session.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await keys.type('45.210,5')
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Enter')
    await keys.chip('Liberada')
    expect(await session.page.getByRole('button', { name: 'Incluir vendas' }).count()).toBe(0)
    expect(await session.page.locator('.stop-grip').count()).toBe(0)
  })

  it('an MDF-e that is not set up is told calmly', async () => {
    await session.page.getByRole('button', { name: 'Mais', exact: true }).press('Enter')
    await session.page.getByRole('menuitem', { name: 'Gerar MDF-e' }).press('Enter')
    await toast('A empresa não tem certificado digital: envie-o no cadastro da empresa.')
    expect(await session.page.locator('.toast-danger').count()).toBe(0)
    await keys.chip('Liberada')
  })

  it('a driver tells on a phone what was delivered and what not', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 780 })
    await stop(0).focus()
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Entregue', exact: true }).waitFor()
    await shot(page, 'rota-parada-celular')
    expect(await seriousFaults(page)).toEqual([])
    await keys.press('Enter')
    await page.locator('.stop .chip', { hasText: 'Entregue' }).first().waitFor()
    await stop(1).click()
    await page.getByRole('button', { name: 'Não entregue' }).click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await keys.text('Informe o motivo.')
    await page.getByRole('button', { name: 'Ninguém no local' }).click()
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.locator('.stop .chip', { hasText: 'Não entregue' }).first().waitFor()
    await quiet()
    await guidePicture(page, 'rota-celular')
    expect(await fits(page)).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  it('is finalised: what was not delivered waits again; a meter that ran backwards is refused', async () => {
    await stop(0).focus()
    await keys.press('F10')
    await keys.text(/Finalizar a rota \d+\?/)
    await keys.text('1 não entregue: volta a esperar entrega')
    await keys.text('4 sem registro: contam como entregues')
    const back = session.page.getByLabel('Km na volta').last()
    await back.focus()
    await keys.type('45.000')
    await guidePicture(session.page, 'rota-finalizar')
    await keys.press('Enter')
    await keys.text('O km da volta não pode ser menor que o da saída.')
    await keys.press('Control+a')
    await keys.type('45.298,3')
    await keys.press('Enter')
    await keys.chip('Finalizada')
    expect(await session.page.getByRole('button', { name: 'Finalizar' }).count()).toBe(0)
    // What was said comes in and goes: it is looked at once it stands.
    await expect.poll(() => seriousFaults(session.page), { timeout: 15_000 }).toEqual([])
    await keys.press('Escape')
    await keys.screen(PATH)
    await session.page.locator('.table .chip', { hasText: 'Finalizada' }).first().waitFor()
    await shot(session.page, 'rotas')
    expect(await seriousFaults(session.page)).toEqual([])
  })
})

describe('with a mouse', () => {
  it('a stop is dragged to another place; a cancelled route gives its sales back', async () => {
    const { page } = session
    await page.goto(`${session.url}${PATH}/edit/new`)
    await keys.screen(`${PATH}/edit/new`)
    await settled(page)
    await chooseVehicle()
    await keys.press('Control+s')
    await page.getByRole('button', { name: 'Incluir vendas' }).click()
    await keys.text('Vendas que esperam entrega')
    for (const at of [2, 3, 4, 5]) await page.locator('.sales-table tbody tr:not(.sales-group)').nth(at).click()
    await page.getByRole('button', { name: 'Incluir', exact: false }).last().click()
    await page.locator('.stop').nth(3).waitFor()
    const before = await names()
    const grip = await page.locator('.stop-grip').nth(3).boundingBox()
    const target = await page.locator('.stop').nth(0).boundingBox()
    await page.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((grip?.x ?? 0) + 8, (target?.y ?? 0) + 12, { steps: 8 })
    await page.mouse.up()
    const wanted = [before[3], before[0], before[1], before[2]]
    await expect
      .poll(async () => (await stored()).rota_vendas.find(({ ordem }) => ordem === 1)?.venda_id)
      .toBe(Number(before[3]?.replace(/\D/g, '')))
    await settled(page)
    expect(await names()).toEqual(wanted)
    expect(
      (await stored()).rota_vendas.toSorted((a, b) => a.ordem - b.ordem).map((one) => `Venda ${one.venda_id}`),
    ).toEqual(wanted)
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancelar a rota' }).click()
    await keys.text('As 4 vendas voltam a esperar entrega.')
    await page.getByRole('button', { name: 'Cancelar a rota' }).last().click()
    await keys.chip('Cancelada')
    await page.keyboard.press('Escape')
    await keys.screen(PATH)
  })
})

/** What a person saves as a file by doing this. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) }
}

describe('files', () => {
  it('the list is saved as a workbook by e: its columns in words, its numbers as numbers', async () => {
    const { page, url } = session
    await page.goto(url + PATH)
    await keys.screen(PATH)
    await page.locator('.table .chip', { hasText: 'Finalizada' }).first().waitFor()
    const file = await saved(page, () => keys.press('e'))
    expect(file.name).toBe('expedicao_rota.xlsx')
    const [head, ...rows] = (await readXlsx(file.bytes)).sheets[0]?.rows ?? []
    expect(head).toEqual(
      expect.arrayContaining(['Número', 'Dia', 'Veículo', 'Vendas', 'Peso (kg)', 'Distância (km)', 'Situação']),
    )
    const done = rows.find((row) => row.includes('Finalizada'))
    expect(done?.[1]).toBeInstanceOf(Date)
    expect(done?.[head?.indexOf('Vendas') ?? -1]).toBe(6)
  })

  it('a plan is saved as a workbook and printed from its screen', async () => {
    const { page, url } = session
    const plan = await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
      const post = async (path: string, body: object): Promise<{ id: number }> =>
        (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      const veiculo_list = [1, 2, 3].map((veiculo_id) => ({ veiculo_id }))
      const made = await post('expedicao/roteirizacao', {
        descricao: 'Entregas de segunda',
        dRota: '2026-11-23',
        segundos: 1,
        veiculo_list,
      })
      const waiting = await (await fetch(`/api/expedicao/roteirizacao/${made.id}/get_vendas`)).json()
      const ids = waiting.data.slice(0, 24).map(({ id }: { id: number }) => id)
      await post(`expedicao/roteirizacao/${made.id}/add_entregas`, { ids })
      await post(`expedicao/roteirizacao/${made.id}/calcular`, {})
      return made.id
    })
    const calculated = (): Promise<number> =>
      page.evaluate(async (id) => (await (await fetch(`/api/expedicao/roteirizacao/${id}`)).json()).status, plan)
    await expect.poll(calculated, { timeout: 20_000 }).toBe(1)
    const path = `/ui/expedicao/roteirizacao/edit/${plan}`
    await page.goto(url + path)
    await keys.screen(path)
    await guidePicture(page, 'roteirizacao')
    const more = page.getByRole('button', { name: 'Mais', exact: true })
    for (const [item, address, type] of [
      ['Exportar XLSX', `/api/expedicao/roteirizacao/${plan}/export?format=xlsx`, 'spreadsheetml'],
      ['Imprimir as rotas', `/reporting/pdf/roteirizacao?id=${plan}`, 'application/pdf'],
    ] as const) {
      await more.press('Enter')
      const [answer] = await Promise.all([
        page.context().waitForEvent('response', { predicate: (one) => one.url().endsWith(address) }),
        page.getByRole('menuitem', { name: item }).press('Enter'),
      ])
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringContaining(type)])
    }
  })

  it('a plan that is not saved says so', async () => {
    const { page, url } = session
    const path = '/ui/expedicao/roteirizacao/edit/new'
    await page.goto(url + path)
    await keys.screen(path)
    await settled(page)
    await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Exportar XLSX' }).press('Enter')
    await toast('Roteirização deve ser salva antes de exportar')
  })
})

describe('list and route', () => {
  it.each([
    ['the list', PATH],
    ['an open route', `${PATH}/edit/1`],
  ])('%s is presentable in the light, in the dark and on a phone', async (_, path) => {
    const { page, url } = session
    await page.goto(url + path)
    await keys.screen(path)
    await settled(page)
    await expectPresentable(page, path.slice(4).replaceAll('/', '-'))
  })
})
