const GUIDE = [
  `insert into gnre (empresa_id, "ufFavorecida", receita, "dVencimento", "valorGNRE", "dhConta") select id, 'SP', '100099', '2027-01-10', 10, now() from empresa limit 1`,
]
const STEP = `insert into lancamento (empresa_id, documento, documento_id, passo, dh, dados) select empresa_id, 'gnre', id, 'geraContasReceberLote', now(), '{}' from gnre`

/** What breaks the rules of guides of taxes. */
export const GUIDE_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'gnre.geraContasReceberLote: o passo vale se, e só se, o documento o mostra': GUIDE,
  'gnre.geraContasReceberLote: livro titulos = o que o documento diz': [...GUIDE, STEP],
  'gnre: uma guia tem no máximo uma conta a pagar viva, e do mesmo valor': [...GUIDE, STEP],
}
