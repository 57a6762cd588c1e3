import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** A service order from the defect to the receivables: its form, the technician's page on a phone, many invoiced at once, the equipment's history. */

const session = browserTest()
const keys = new Keyboard(session)

interface Made {
  readonly customer: number
  readonly service: number
  readonly equipment: number
  readonly method: number
  readonly part: number
}

const send = (method: string, path: string, body?: object) => apiAt(session)(method, path, body)

async function prepared(): Promise<Made> {
  const first = async (path: string) => (await send('GET', `${path}`)).data[0]
  const customer = (await first('cliente?perPage=1&where={"ativo":true}')).id
  const service = await send('POST', 'srv/servico', { descricao: 'Mão de obra', codigo: 'MO', valor: 80, un: 'h' })
  const equipment = await send('POST', 'srv/equipamento', {
    cliente_id: customer,
    descricao: 'Compressor',
    marca: 'Exemplo',
    nSerie: 'CP-77',
  })
  const part = await send('POST', 'mercadoria', { xProd: 'Correia dentada', codigo: 'COR-1' })
  const entry = await send('POST', 'entrada', {
    fornecedor_id: (await first('fornecedor?perPage=1')).id,
    tipo_entrada_saida_id: (await first(`tipo_entrada_saida?where=${encodeURIComponent('{"tipo":0}')}`)).id,
    entrada_mercadorias: [{ mercadoria_id: part.id, qCom: 10, vUnCom: 5 }],
  })
  await send('POST', `entrada/${entry.id}/finaliza`)
  const [setting] = (await send('GET', 'configuracao?where={"name":"ORDEM_SERVICO.CUSTOM_FIELDS"}')).data
  await send('PUT', `configuracao/${setting.id}`, { value: 'Testado*; Limpo' })
  const method = (await first('financeiro/pagamentos?perPage=1&where={"ativo":true}')).id
  return { customer, service: service.id, equipment: equipment.id, method, part: part.id }
}

const orderOf = async (made: Made, more: object = {}): Promise<number> =>
  (
    await send('POST', 'srv/ordem_servico', {
      cliente_id: made.customer,
      equipamento_id: made.equipment,
      defeito: 'Não mantém a pressão.',
      ordem_servico_servicos: [{ servico_id: made.service, qTrib: 2 }],
      ordem_servico_mercadorias: [{ mercadoria_id: made.part, qTrib: 1, vUnTrib: 35 }],
      ...more,
    })
  ).id

it('is seen to on a phone, finished, invoiced, and many at once with what failed', async () => {
  const { page } = session
  const made = await prepared()
  const id = await orderOf(made)
  const form = `/ui/servico/ordem_servico/edit/${id}`

  await page.goto(`${session.url}${form}`)
  await keys.chip('Aberta')
  await page.getByText('Mão de obra').first().waitFor()
  await expectPresentable(page, 'ordem-servico')

  await page.goto(`${session.url}${form}/tecnico`)
  const desk = page.getByRole('region', { name: 'Página do técnico' })
  await desk.getByText('Compressor').first().waitFor()
  await desk.getByLabel('Testado').selectOption('Sim')
  await desk.getByLabel('Laudo').fill('Correia gasta: trocada.')
  await desk.getByRole('button', { name: 'Salvar', exact: true }).click()
  await keys.text('Ordem de serviço salva com sucesso.')
  await desk.locator('input[type=file]').setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await desk.getByRole('img', { name: 'foto.jpg' }).waitFor()
  const pad = desk.getByRole('img', { name: 'Assine aqui com o dedo ou a caneta' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('The sheet is not drawn.')
  await desk.getByLabel('Nome de quem assina').fill('Maria Exemplo')
  await page.mouse.move(box.x + 20, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await expectPresentable(page, 'ordem-servico-tecnico')
  await desk.getByRole('button', { name: 'Guardar a assinatura' }).click()
  await desk.getByText('por Maria Exemplo.').waitFor()
  await desk.getByRole('img', { name: `assinatura-${id}.jpg` }).waitFor()
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await page.getByText('Sai do estoque: 1 de Correia dentada').waitFor()
  await keys.press('Control+Enter')
  await keys.text('Ordem de serviço finalizada.')

  await page.goto(`${session.url}${form}`)
  await keys.chip('Finalizada')
  await send('POST', 'srv/ordem_servico_duplicata/addString', {
    ordem_servico_id: id,
    string: '30/60',
    pagamento_id: made.method,
  })
  const bare = await orderOf(made)
  await send('PUT', `srv/ordem_servico/${bare}`, { custom_fields: { Testado: 'Sim' } })
  await send('POST', `srv/ordem_servico/${bare}/finalizarOrdemServico`)

  await page.goto(`${session.url}/ui/servico/ordem_servico`)
  await page.getByText('Compressor').first().waitFor()
  await expectPresentable(page, 'ordens-servico')
  for (const one of [id, bare]) await page.locator(`.row[data-id="${one}"] input[type=checkbox]`).check()
  await page.getByRole('button', { name: 'Ações' }).click()
  await page.getByRole('menuitem', { name: 'Faturar', exact: true }).click()
  await page.getByRole('button', { name: 'Faturar' }).last().click()
  await page.getByRole('list', { name: 'Não feitos' }).waitFor()
  await expectPresentable(page, 'ordens-servico-faturadas')
  expect((await send('GET', `srv/ordem_servico/${id}`)).status).toBe(4)
  expect((await send('GET', `srv/ordem_servico/${bare}`)).status).toBe(2)

  await page.goto(`${session.url}/ui/servico/equipamento/edit/${made.equipment}`)
  await page.getByRole('tab', { name: /^Histórico/ }).click()
  await page.getByRole('button', { name: new RegExp(`^Ordem ${id} .*Faturada`) }).waitFor()
  await expectPresentable(page, 'equipamento-historico')
})
