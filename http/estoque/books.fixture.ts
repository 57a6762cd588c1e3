import type { Answer } from '../../fixtures/test-server'

/** What takes goods out, for the test of the books: every document once, and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

/** Goods that are reserved of a lot; goods that were used up, and some that went back, after they had been reserved. */
export async function takenOut(
  ok: Ok,
  { mercadoria_id, entrada_id, empresa_id }: Record<'mercadoria_id' | 'entrada_id' | 'empresa_id', number>,
) {
  const lines = [{ mercadoria_id, qTrib: 1 }]
  const output = await ok('POST', '/api/estoque/saida', {
    destinatario_type: 'empresa',
    destinatario_id: empresa_id,
    saida_mercadoria_list: lines,
  })
  await ok('POST', `/api/estoque/saida/${output.id}/separar`)
  const used = await ok('POST', '/api/estoque/consumo', { consumo_mercadoria_list: lines })
  await ok('POST', `/api/estoque/consumo/${used.id}/separar`)
  await ok('POST', `/api/estoque/consumo/${used.id}/finalizar`)
  const { devolucao_id } = await ok('POST', `/api/entrada/${entrada_id}/geraDevolucao`)
  const [line] = (await ok('GET', `/api/estoque/devolucao/${devolucao_id}`)).devolucao_mercadoria_list
  await ok('PUT', `/api/estoque/devolucao_mercadoria/${line.id}`, { qTrib: 1 })
  await ok('POST', `/api/estoque/devolucao/${devolucao_id}/fecha`)
  await ok('POST', `/api/estoque/devolucao/${devolucao_id}/finaliza`)
}

/** By rule of the books on what takes goods out: what breaks it. `stepOf` writes a step of a document that never was. */
export const OUTPUT_BREAKS = (
  stepOf: (documento: string, passo: string) => string,
): Readonly<Record<string, readonly string[]>> => ({
  'reservado da mercadoria = soma das reservas': [`update mercadoria_saldo set q_reservado = q_reservado + 1`],
  'reservado no local = soma das reservas': [`update mercadoria_armazenamento set "qReservado" = 0`],
  'reservado do lote no local = soma das reservas': [`update mercadoria_armazenamento_lote set "qReservado" = 0`],
  'reserva: não passa do que há no local': [`update mercadoria_armazenamento set "qDisp" = 0.5`],
  'reserva: não passa do que há do lote no local': [`update mercadoria_armazenamento_lote set "qDisp" = 0.5`],
  'reserva: não passa do que há sem lote no local': [
    `update mercadoria_armazenamento set "qReservado" = "qReservado" + 1000`,
  ],
  'reserva: nenhum item segura menos que nada': [`update estoque_reserva set q = -1 where documento = 'saida'`],
  'livro reservas: um passo desfeito soma zero': [
    `update lancamento set "dhDesfeito" = now() where passo = 'separar' and documento = 'saida'`,
  ],
  'saida: finalizada ou cancelada, nada reserva': [`update saida set "dhCancelamento" = now()`],
  'saida: totais = soma dos itens': [`update saida set "vTotal" = "vTotal" + 1`],
  'saida.separar: o passo vale se, e só se, o documento o mostra': [`update saida set "dhExpedicao" = null`],
  'saida.separar: livro reservas = o que o documento diz': [`update saida_mercadoria set "qTrib" = 2`],
  'saida.finalizar: o passo vale se, e só se, o documento o mostra': [`update saida set "dhFinalizacao" = now()`],
  'saida.finalizar: livro estoque = o que o documento diz': [
    stepOf('saida', 'finalizar'),
    `update lancamento set dados = '{"movimenta_estoque":true}' where documento = 'saida' and passo = 'finalizar'`,
  ],
  'saida.finalizar: livro reservas = o que o documento diz': [
    stepOf('saida', 'finalizar'),
    `update lancamento set dados = '{"reservada":true}' where documento = 'saida' and passo = 'finalizar'`,
  ],
  'devolucao: totais = soma dos itens': [`update devolucao set "vTotal" = "vTotal" + 1`],
  'devolucao: finalizada ou cancelada, nada reserva': [
    `delete from estoque_reserva where documento = 'devolucao' and q < 0`,
  ],
  'devolucao: o que volta de um item não passa do que entrou': [`update devolucao_mercadoria set "qTrib" = 99`],
  'devolucao.fecha: o passo vale se, e só se, o documento o mostra': [`update devolucao set "dhFechamento" = null`],
  'devolucao.fecha: livro reservas = o que o documento diz': [`update devolucao_mercadoria set "qTrib" = 2`],
  'devolucao.finaliza: o passo vale se, e só se, o documento o mostra': [`update devolucao set "dhFinalizacao" = null`],
  'devolucao.finaliza: livro estoque = o que o documento diz': [
    `update devolucao_mercadoria set "vCusto" = "vCusto" + 1`,
  ],
  'devolucao.finaliza: livro reservas = o que o documento diz': [
    `delete from estoque_reserva where documento = 'devolucao' and q < 0`,
  ],
  'devolucao.finaliza: livro titulos = o que o documento diz': [`update devolucao set "vCredito" = 0`],
  'consumo: finalizado ou cancelado, nada reserva': [
    `delete from estoque_reserva where documento = 'consumo' and q < 0`,
  ],
  'consumo.separar: o passo vale se, e só se, o documento o mostra': [`update consumo set "dhSeparacao" = null`],
  'consumo.separar: livro reservas = o que o documento diz': [`update consumo_mercadoria set "qTrib" = 2`],
  'consumo.finalizar: o passo vale se, e só se, o documento o mostra': [`update consumo set "dhFinalizacao" = null`],
  'consumo.finalizar: livro estoque = o que o documento diz': [`update consumo_mercadoria set "vCusto" = "vCusto" + 1`],
  'consumo.finalizar: livro reservas = o que o documento diz': [
    `delete from estoque_reserva where documento = 'consumo' and q < 0`,
  ],
})
