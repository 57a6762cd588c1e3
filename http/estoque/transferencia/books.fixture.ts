/** What breaks each rule of transfers, over one that has been finalised. */
export const TRANSFER_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'transf_armaz: o que mudou de lugar é o que as linhas dizem': [
    `update transf_armaz_mercadoria set "qTrib" = "qTrib" + 1`,
  ],
  'transf_armaz: o que saiu para outra empresa está numa entrada dela': [
    `update transf_armaz set empresa_destino_id = empresa_id`,
  ],
  'transf_armaz.finalizarTransferencia: o que gerou existe se, e só se, o passo vale': [
    `update lancamento set dados = '{"movimenta_estoque": true}' where passo = 'finalizarTransferencia'`,
  ],
  'transf_armaz.finalizarTransferencia: o passo vale se, e só se, o documento o mostra': [
    `update transf_armaz set "dhFinalizacao" = null`,
  ],
  'transf_armaz.finalizarTransferencia: livro estoque = o que o documento diz': [
    `update movimento_estoque set tipo = 0 where tipo = 1 and "qTrib" > 0`,
  ],
}
