import type { Answer, TestServer } from '../../fixtures/test-server'

/** What is made, for the test of the books: an order that holds its supplies, one whose supplies left as it began, one that is finished. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

const PATH = '/api/producao/ordem_producao'

/** Orders of three goods each: the first has made one of them, with an hour of work; the second has made one; the third all. */
export async function produced(ok: Ok, server: TestServer, known: { fornecedor_id: number; compra: number }) {
  await server.insert('tipo_entrada_saida', { descricao: 'Produção', tipo: 0, padrao: 2, gera_financeiro: 'NAO_GERA' })
  const centre = await server.insert('centro_trabalho', { descricao: 'Bancada', vHora: '30' })
  const [made, drawn] = [
    await server.insert('mercadoria', { xProd: 'Feito aqui' }),
    await server.insert('mercadoria', { xProd: 'Insumo' }),
  ]
  await ok('PUT', `/api/mercadoria/${made.id}`, {
    mercadoria_insumos: [{ mercadoria_insumo_id: drawn.id, quantidade: 2 }],
    mercadoria_etapas_producao: [{ n_ordem: 1, descricao: 'Montar', centro_trabalho_id: centre.id }],
  })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: known.fornecedor_id,
    tipo_entrada_saida_id: known.compra,
    entrada_mercadorias: [{ mercadoria_id: drawn.id, qCom: 100, vUnCom: 3 }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  const order = async (tpBaixa: number) => {
    const { id } = await ok('POST', PATH, {
      tpBaixa,
      ordem_producao_mercadoria_list: [{ mercadoria_id: made.id, qTrib: 3 }],
    })
    await ok('POST', `${PATH}/${id}/inicia`)
    const [goods] = (await ok('GET', `${PATH}/${id}`)).ordem_producao_mercadoria_list
    return { id, goods: goods.id }
  }
  const [held, left, whole] = [await order(0), await order(1), await order(0)]
  const { etapas } = await ok('GET', `/api/producao/ordem_producao_mercadoria/${held.goods}`)
  await ok('POST', '/api/producao/op_mercadoria_atividade', {
    ordem_producao_mercadoria_etapa_id: etapas[0].id,
    dhIni: '2026-11-20T10:00:00Z',
    dhFim: '2026-11-20T11:00:00Z',
  })
  for (const { id, goods } of [held, left])
    await ok('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods, qBoa: 1 }] })
  await ok('POST', `${PATH}/${whole.id}/finaliza`)
}

/** By rule of the books on what is made: what breaks it. */
export const PRODUCTION_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'ordem_producao.inicia: o passo vale se, e só se, o documento o mostra': [
    `update ordem_producao set "dhInicio" = null`,
  ],
  'ordem_producao.inicia: livro reservas = o que o documento diz': [
    `update ordem_producao_mercadoria_insumo set "qSolicitada" = "qSolicitada" + 1`,
  ],
  'ordem_producao.inicia: livro estoque = o que o documento diz': [
    `delete from movimento_estoque m using lancamento n where n.id = m.lancamento_id and n.documento = 'ordem_producao' and n.passo = 'inicia'`,
  ],
  'ordem_producao.finaliza: o passo vale se, e só se, o documento o mostra': [
    `update lancamento set "dhDesfeito" = now() where documento = 'ordem_producao' and passo = 'finaliza'`,
  ],
  'ordem_producao.finaliza: o que gerou existe se, e só se, o passo vale': [
    `update entrada set "dhCancelamento" = now() where ordem_producao_id is not null`,
  ],
  'ordem_producao: finalizada ou cancelada, nada reserva': [`update ordem_producao set "dhFinalizacao" = now()`],
  'produção: o que entrou em uma mercadoria = o que saiu + o que está em processo': [
    `update ordem_producao_mercadoria set "vEmProcesso" = "vEmProcesso" + 0.01`,
  ],
  'produção: uma parte diz o que os insumos dela custaram no livro': [
    `update op_parte set "vMaterial" = "vMaterial" + 0.01`,
  ],
  'produção: o que uma parte diz que fez é o que a entrada dela trouxe': [`update op_parte set "qBoa" = "qBoa" + 1`],
  'produção: finalizada ou cancelada, nada fica em processo': [
    `update ordem_producao_mercadoria set "vMaoObraEmProcesso" = 1`,
  ],
  'produção: as horas de uma parte são as dos apontamentos dela': [
    `update op_mercadoria_atividade set "vCusto" = "vCusto" + 1`,
  ],
}
