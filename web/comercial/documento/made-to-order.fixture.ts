import type { Page } from 'playwright-core'

/** A product that is made to order, for tests, and the way to its choices without a mouse. */

/** A table that is made in one of two colours, each from paint, with or without varnish; its code. */
export const tableToOrder = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const make = async (path: string, body: object) =>
      (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const { data: tables } = await (await fetch('/api/comercial/tabela_preco?perPage=50')).json()
    const paint = (await make('mercadoria', { xProd: 'Tinta de teste', custo: 10, tipo: '3' })).id
    const grupo = 'estoque/mercadoria_caracteristica_grupo'
    const cor = (await make(grupo, { descricao: 'Cor da mesa', obrigatorio: true })).id
    const extras = (await make(grupo, { descricao: 'Acabamento', multiplo: true })).id
    const { codigo } = await make('mercadoria', {
      xProd: 'Mesa sob medida',
      codigo: 'MESA-1',
      custo: 200,
      op_customizavel: true,
      op_flexivel: true,
      mercadoria_precos: tables.map(({ id }: { id: number }) => ({ tabela_preco_id: id, vUnTrib: 500 })),
      mercadoria_caracteristicas: [
        { caracteristica_grupo_id: cor, descricao: 'Azul', insumos: [{ mercadoria_id: paint, quantidade: 2 }] },
        { caracteristica_grupo_id: cor, descricao: 'Verde', vAcrescimoFixo: 30 },
        { caracteristica_grupo_id: extras, descricao: 'Verniz', vAcrescimoFixo: 15.5 },
      ],
    })
    return codigo
  })

/** Goes on by Tab until something that fits has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let at = 0; at < 40; at++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not come to ${selector}.`)
}
