/** A note of services that keeps money back, as nobody issued it, and steps of it that posted nothing. */
const NOTE = `insert into nfse (empresa_id, ordem_servico_id, "vTotalRet", "vISSQN") select empresa_id, id, 5, 5 from ordem_servico order by id limit 1`
const shown = (column: string): string[] => [NOTE, `update nfse set "${column}" = now()`]
const step = (passo: string): string =>
  `insert into lancamento (empresa_id, documento, documento_id, passo, dh, dados) select empresa_id, 'nfse', id, '${passo}', now(), '{}' from nfse`

/** What breaks the rules of what notes of services make of money. */
export const SERVICE_NOTE_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'nfse.abateRetencoes: o passo vale se, e só se, o documento o mostra': shown('dhRetencao'),
  'nfse.abateRetencoes: livro titulos = o que o documento diz': [...shown('dhRetencao'), step('abateRetencoes')],
  'nfse.geraContaISS: o passo vale se, e só se, o documento o mostra': shown('dhConta'),
  'nfse.geraContaISS: livro titulos = o que o documento diz': [...shown('dhConta'), step('geraContaISS')],
  'retenções de uma conta a receber = soma do livro': [
    `insert into contas_receber_retencao (empresa_id, conta_receber_id, lancamento_id, tributo, valor)
      select empresa_id, id, origem_id, 'ISS', 5 from contas_receber where origem_id is not null order by id limit 1`,
  ],
}
