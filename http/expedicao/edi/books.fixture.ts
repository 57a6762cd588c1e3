const INVOICE = [
  `insert into edi (empresa_id, sentido, tipo, versao_leiaute, arquivo) select id, 'entrada', 'doccob', '3.0a', 'x' from empresa limit 1`,
  `insert into edi_fatura (empresa_id, edi_id, numero, valor, "dhLancamento") select empresa_id, id, '1', 1, now() from edi`,
]

/** What breaks the rules of carriers' invoices. */
export const INVOICE_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'edi_fatura.lanca: o passo vale se, e só se, o documento o mostra': INVOICE,
  'edi_fatura.lanca: livro titulos = o que o documento diz': [
    ...INVOICE,
    `insert into lancamento (empresa_id, documento, documento_id, passo, dh) select empresa_id, 'edi_fatura', id, 'lanca', now() from edi_fatura`,
    `update lancamento set dados = '{}' where documento = 'edi_fatura'`,
  ],
}
