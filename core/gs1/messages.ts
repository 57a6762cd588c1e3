import { type ReadFault } from './elements'

const MESSAGES: Readonly<Record<string, string>> = {
  AI_DATA_EMPTY: 'Não há dados GS1.',
  AI_IS_NOT_VALID_DATA_ATTRIBUTE: 'O identificador não pode ser atributo de um GS1 Digital Link',
  AI_SHOULD_BE_IN_PATH_INFO: 'O identificador deve ficar no caminho do GS1 Digital Link',
  AI_VALUE_EMPTY: 'Identificador sem valor',
  AI_VALUE_INCOMPLETE: 'Valor com tamanho errado',
  AI_VALUE_TOO_LONG: 'Valor longo demais',
  AI_VALUE_TOO_SHORT: 'Valor curto demais',
  CANNOT_CREATE_DL_URI_WITHOUT_PRIMARY_KEY_AI: 'Um GS1 Digital Link precisa de uma chave, como o GTIN (01).',
  DATA_TOO_LONG: 'Texto longo demais.',
  DUPLICATE_AI: 'Identificador repetido',
  INCORRECT_CHECK_DIGIT: 'Dígito verificador inválido',
  INSTANCES_HAVE_DIFFERENT_VALUES: 'Identificador repetido com valores diferentes',
  INVALID_KEY_QUALIFIER_SEQUENCE: 'A sequência do caminho não é de um GS1 Digital Link.',
  MALFORMED_BRACKETS: 'Escreva cada identificador entre parênteses, por exemplo (01)07898357410015(10)L1.',
  MISSING_FNC1: 'Os dados não começam com FNC1 (^).',
  MISSING_SYMBOLOGY_IDENTIFIER: 'Falta o identificador de simbologia (]C1, ]d2, ]Q3…).',
  MUTUALLY_EXCLUSIVE_AIS: 'Identificador que não pode vir junto de outro presente',
  NON_DIGIT_CHARACTER: 'Só dígitos são aceitos',
  NO_GS1_DL_KEYS_FOUND_IN_PATH_INFO: 'O endereço não traz uma chave GS1.',
  PRIMARY_DATA_INCORRECT_CHECK_DIGIT: 'Dígito verificador inválido.',
  PRIMARY_DATA_NOT_DIGITS: 'O código principal só pode ter dígitos.',
  PRIMARY_DATA_TOO_LONG: 'O código principal é longo demais.',
  PRIMARY_DATA_TOO_SHORT: 'O código principal é curto demais.',
  REQUIRED_AIS_NOT_SATISFIED: 'Identificador que exige outro, ausente',
  SCAN_CONTAINS_ILLEGAL_CARET: 'A leitura contém o caractere ^.',
  SERIAL_NOT_PRESENT: 'Com assinatura digital (8030), a chave precisa da parte serial',
  TOO_MANY_AIS: 'Identificadores demais.',
  UNKNOWN_AI: 'Identificador GS1 desconhecido',
  UNKNOWN_AI_IN_QUERY_PARAMS: 'Identificador GS1 desconhecido no endereço',
  UNSUPPORTED_SYMBOLOGY_IDENTIFIER: 'Simbologia sem dados GS1.',
}

/** What is wrong, for a person, in Portuguese. */
export function describeFault({ error, ai }: ReadFault): string {
  const text = MESSAGES[error] ?? groupMessage(error)
  return text.endsWith('.') ? text : `${text}${ai === undefined ? '' : `: (${ai})`}.`
}

function groupMessage(error: string): string {
  if (error.startsWith('COUPON_')) return 'Cupom inválido'
  if (error.startsWith('URI_') || error.startsWith('DOMAIN_')) return 'Endereço inválido.'
  if (/IBAN/.test(error)) return 'IBAN inválido'
  if (/DATE|MONTH|DAY/.test(error)) return 'Data inválida'
  if (/HOUR|MINUTE|SECOND/.test(error)) return 'Hora inválida'
  if (/CHARACTER/.test(error)) return 'Caractere não permitido'
  return 'Valor não permitido'
}
