import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { calls, wedge } from '../recebimento/receiving-page.fixture'

/** Goods that come in boxes: their item is written in boxes, and they are read by the code on one. */

const session = browserTest()
const keys = new Keyboard(session)
const call = calls(session)

/** An open entry of 12 pieces of goods that come in boxes of 12, with a code on the box. */
async function entry(): Promise<{ id: number; item: number }> {
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const unidade_id = (await call('unidade', { un: 'PCA', descricao: 'Peça avulsa', decimal: 0 })).id
  const box = (await call('unidade', { un: 'CXD', descricao: 'Caixa de doze', decimal: 0 })).id
  const product = await call('mercadoria', {
    xProd: 'Dobradiça em caixas',
    unidade_id,
    unidades_auxiliares: [{ unidade_id: box, fator_conversao: 12 }],
  })
  await call('mercadoria_codigo', { mercadoria_id: product.id, codigo: 'CXD-DOBRA', qTrib: 12 })
  const made = await call('entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D'),
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 12, vUnCom: 5 }],
  })
  return { id: Number(made.id), item: Number(made.entrada_mercadorias[0].id) }
}

it('boxes that are typed are so many pieces, and the code on a box reads all that it holds', async () => {
  const { page, url } = session
  const { id, item } = await entry()
  await page.goto(`${url}/ui/estoque/entrada/edit/${id}/entrada_item/${item}`)
  await settled(page)
  const boxes = page.getByRole('textbox', { name: 'Quantidade (CXD)' })
  const pieces = page.getByRole('textbox', { name: /^Quantidade obrigatório/ })
  await expect.poll(() => boxes.inputValue()).toBe('1')
  await expectPresentable(page, 'entrada-item-caixas')
  await boxes.fill('3')
  await boxes.press('Tab')
  await expect.poll(() => pieces.inputValue()).toBe('36')
  await pieces.fill('30')
  await pieces.press('Tab')
  await expect.poll(() => boxes.inputValue()).toBe('2,5')
  await boxes.fill('3')
  await boxes.press('Tab')
  await expect.poll(() => pieces.inputValue()).toBe('36')
  await keys.press('Control+s')
  await page.getByText('Entrada salva com sucesso.').waitFor()
  expect((await call(`entrada/${id}`)).entrada_mercadorias).toMatchObject([{ qCom: 36, qAuxiliar: 3, vTotal: 180 }])

  await page.goto(`${url}/ui/estoque/recebimento/edit/${id}`)
  await keys.screen(`/ui/estoque/recebimento/edit/${id}`)
  await settled(page)
  await page.getByRole('row', { name: /Dobradiça em caixas 36 PCA\s*3 CXD/ }).waitFor()
  await wedge(page, '2*CXD-DOBRA')
  await page.locator('.reading-quantity', { hasText: '+24' }).waitFor()
  await page.getByText('lido: 2 CXD').waitFor()
  await expectPresentable(page, 'recebimento-caixas')
})
