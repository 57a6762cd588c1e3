import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'

/** Lots at the desk: told as goods come in and after, seen where they lie, put elsewhere and back, and traced. */

const session = browserTest()
const keys = new Keyboard(session)

const call = (path: string, body?: object) =>
  session.page.evaluate(
    async ([where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const how = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
      return (await fetch(`/api/${where}`, { headers, ...how })).json()
    },
    [path, body] as const,
  )

/** An open entry of ten pieces of a product; more may be told of its item, and of the product. */
async function entered(codigo: string, item: object, more: object = {}) {
  const first = async (path: string) => (await call(path)).data[0].id
  const [supplier, buys] = [
    await first('fornecedor'),
    await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D'),
  ]
  const product = await call('mercadoria', { xProd: `Iogurte ${codigo}`, codigo, custo: 2, ...more })
  const made = await call('entrada', {
    fornecedor_id: supplier,
    tipo_entrada_saida_id: buys,
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 10, vUnCom: 2, ...item }],
  })
  return { id: Number(made.id), item: Number(made.entrada_mercadorias[0].id), product: Number(product.id) }
}

it('lots are told of an item, refused where they are missing, and lie where they were put', async () => {
  const { page, url } = session
  const { id, item, product } = await entered('LOTE-1', {}, { controla_lote: 2 })
  const form = `/ui/estoque/entrada/edit/${id}`
  await page.goto(`${url}${form}?tab=2`)
  await keys.chip('Aberta')
  await page.getByRole('grid', { name: 'Mercadorias' }).getByText('a informar').waitFor()
  await keys.press('F10')
  await keys.press('Control+Enter')
  await keys.text(/Lote\/Validade não informados/)
  await page.goto(`${url}${form}/entrada_item/${item}`)
  await settled(page)
  const lots = page.getByRole('grid', { name: 'Lotes' })
  for (const [at, [lot, expiry, quantity]] of [
    ['l-1', '31122090', '6'],
    ['L-2', '31012090', '4'],
  ].entries()) {
    await page
      .getByRole('button', { name: /^Adicionar/ })
      .last()
      .press('Enter')
    const cell = (index: number) =>
      lots
        .getByRole('row')
        .nth(at + 1)
        .getByRole('gridcell')
        .nth(index)
    for (const [index, text] of [
      [0, lot],
      [1, expiry],
      [3, quantity],
    ] as const) {
      await cell(index).click()
      await keys.type(String(text))
      await keys.press('Enter')
    }
  }
  await page.getByText('Todos os lotes informados').waitFor()
  await expectPresentable(page, 'entrada-lotes')
  await keys.press('Control+s')
  await keys.text('Entrada salva com sucesso.')
  await page.getByRole('grid', { name: 'Mercadorias' }).getByText('L-1, L-2').waitFor()
  await keys.press('F10')
  await keys.press('Control+Enter')
  await keys.chip('Finalizada')

  await page.goto(`${url}/ui/estoque/mercadoria/edit/${product}?tab=3`)
  await page.getByRole('cell', { name: 'L-2' }).first().waitFor()
  await expectPresentable(page, 'mercadoria-estoque-lotes')
  const row = page.getByRole('row', { name: /L-2/ }).first()
  await row.getByRole('button', { name: 'Transferir' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /Transferir de/ })
  await dialog.getByLabel('Quantidade').fill('3')
  await dialog.getByRole('combobox').focus()
  await keys.type('pátio')
  await keys.pick()
  await expectPresentable(page, 'transferencia-rapida')
  await keys.press('F10')
  await keys.text(/Transferência nº \d+ finalizada/)
  await expect.poll(() => page.getByRole('row', { name: /L-2/ }).count()).toBeGreaterThan(1)
})

it('volumes of an item have labels: made, opened to be printed, and taken away again', async () => {
  const { page, url } = session
  const made = await entered('LOTE-3', { rastreio_list: [{ nLote: 'L-1', dVal: '2090-12-31', qTrib: 6 }] })
  await page.goto(`${url}/ui/estoque/entrada/edit/${made.id}/entrada_item/${made.item}`)
  await settled(page)
  const volumes = page.getByRole('region', { name: 'Etiquetas dos volumes' })
  await volumes.getByRole('button', { name: 'Gerar etiquetas' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Gerar etiquetas' })
  await dialog.getByRole('textbox', { name: /^Quantas etiquetas/ }).fill('2')
  await dialog.getByRole('textbox', { name: /^Quantidade em cada uma/ }).fill('3')
  await dialog.getByRole('combobox', { name: 'Lote' }).selectOption({ label: 'L-1 · 31/12/2090' })
  await expectPresentable(page, 'entrada-gerar-etiquetas')
  await keys.press('F10')
  await keys.text('Etiquetas geradas.')
  await volumes.getByText('02/02').waitFor()
  await expectPresentable(page, 'entrada-etiquetas')
  const shown = page.waitForEvent('popup')
  await volumes.getByRole('button', { name: 'Imprimir etiquetas' }).press('Enter')
  await (await shown).close()
  await expect.poll(() => volumes.getByText('Impressa').count()).toBe(2)
  await volumes
    .getByRole('button', { name: /^Excluir a etiqueta/ })
    .first()
    .press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await volumes.getByText('1 etiqueta', { exact: true }).waitFor()
  expect(session.errors).toEqual([])
})

it('what came in without a lot is told of one after its entry is finalised', async () => {
  const { page, url } = session
  const made = await entered('LOTE-2', {})
  await call(`entrada/${made.id}/finaliza`, {})
  await page.goto(`${url}/ui/estoque/entrada/edit/${made.id}/entrada_item/${made.item}`)
  await settled(page)
  await page.getByRole('button', { name: 'Informar lote' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Informar lote' })
  await dialog.getByRole('textbox', { name: /^Lote/ }).fill('q-9')
  await dialog.getByRole('textbox', { name: /^Validade/ }).fill('31/12/2090')
  await keys.press('F10')
  await keys.text('Lote informado.')
  await page.getByRole('grid', { name: 'Mercadorias' }).getByText('Q-9').waitFor()
  expect(session.errors).toEqual([])
})

it('a lot tells where it came from, where it went and where it lies, and is blocked with a reason', async () => {
  const { page, url } = session
  const lot = (await call('estoque/mercadoria_lote?search=L-2')).data[0]
  await page.goto(`${url}/ui/estoque/mercadoria_lote`)
  await page.getByRole('row', { name: /L-2/ }).first().waitFor()
  await expectPresentable(page, 'lotes')
  await page.goto(`${url}/ui/estoque/mercadoria_lote/edit/${lot.id}`)
  await page
    .getByRole('region', { name: 'De onde veio' })
    .getByText(/Entrada \d+/)
    .waitFor()
  await page.getByRole('region', { name: 'Para onde foi' }).getByText('Nada deste lote saiu.').waitFor()
  await page.getByLabel('Bloqueado', { exact: true }).press('Space')
  await keys.press('Control+s')
  await keys.text('Informe o motivo do bloqueio.')
  await page.getByLabel('Motivo do bloqueio').fill('Recolhimento')
  await expectPresentable(page, 'lote')
  await keys.press('Control+s')
  await page.getByRole('row', { name: /L-2/ }).getByText('Bloqueado').waitFor()
})

it('a transfer is written by keyboard, done and taken back', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/estoque/transferencia/edit/new?tab=2`)
  await keys.screen('/ui/estoque/transferencia/edit/new')
  await settled(page)
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
  await page.keyboard.type('LOTE-1\n')
  const grid = page.getByRole('grid', { name: 'Mercadorias' })
  await expect.poll(() => grid.getByRole('row').count()).toBe(2)
  for (const [at, place] of [
    [3, 'corredor a, prateleira 1'],
    [4, 'corredor b'],
  ] as const) {
    await grid.getByRole('row').nth(1).getByRole('gridcell').nth(at).click()
    await keys.type(place)
    await keys.pick()
  }
  await expectPresentable(page, 'transferencia')
  await keys.press('F10')
  await keys.chip('Finalizada')
  await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Cancelar a transferência' }).press('Enter')
  await page.getByLabel('Motivo do cancelamento').fill('Transferida por engano')
  await keys.press('Control+Enter')
  await keys.chip('Cancelada')
})

it('a transfer to another company leaves, and waits there in an entry that says where it is from', async () => {
  const { page, url } = session
  const { id: filial } = await call('empresa', {
    xNome: 'Filial Centro Ltda',
    xFant: 'Filial Centro',
    CNPJ_CPF: '12ABC34501DE35',
    UF: 'PR',
  })
  await call('estoque/armazenamento', { empresa_id: filial, codigo: 'F1', xArmazenamento: 'Da filial', padrao: true })
  const { id: operation } = await call('tipo_entrada_saida', {
    descricao: 'Transferência',
    tipo: 1,
    gera_financeiro: 'NAO_GERA',
  })
  await call('tipo_entrada_saida', { descricao: 'Entrada por transferência', tipo: 0, gera_financeiro: 'NAO_GERA' })
  expect([filial, operation]).toEqual([expect.any(Number), expect.any(Number)])
  await page.goto(`${url}/ui/estoque/transferencia/edit/new`)
  await keys.screen('/ui/estoque/transferencia/edit/new')
  await settled(page)
  await page.getByRole('combobox', { name: 'Empresa de destino' }).click()
  await keys.type('Filial Centro')
  await keys.pick()
  await page.getByRole('combobox', { name: 'Operação da nota' }).click()
  await keys.type('Transferência')
  await keys.pick()
  await expectPresentable(page, 'transferencia-entre-empresas')
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
  await page.keyboard.type('LOTE-1\n')
  const grid = page.getByRole('grid', { name: 'Mercadorias' })
  await expect.poll(() => grid.getByRole('row').count()).toBe(2)
  await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).click()
  await keys.type('corredor a, prateleira 1')
  await keys.pick()
  await keys.press('F10')
  await keys.chip('Finalizada')
  await keys.text(/A nota espera em Notas fiscais/)
  const { data } = await call(`entrada?where=${encodeURIComponent(JSON.stringify({ empresa_id: filial }))}`)
  await page.goto(`${url}/ui/estoque/entrada/edit/${data[0].id}`)
  await keys.chip('Aberta')
  expect(await page.getByLabel('Transferida de').inputValue()).not.toBe('')
  await expectPresentable(page, 'entrada-de-transferencia')
})
