const NAME = /^(?:x[A-Z]\w*|xNome|name|nome|descricao|mercadoria|cliente|fornecedor)$/
const UNIT = /^(?:un|uCom|uTrib|unidade|unidade_id)$/

/** What a column holds, told by its field, in lists and in lines: the name of something stands out, the unit of an amount stands back. */
export function lookOf(field: string): 'name' | 'unit' | undefined {
  const last = field.split('.').at(-1) ?? field
  if (UNIT.test(last) || field.startsWith('unidade.')) return 'unit'
  return NAME.test(last) ? 'name' : undefined
}

/** Its class in a cell. */
export function lookClass(field: string): string {
  const look = lookOf(field)
  return look === undefined ? '' : `cell-${look}`
}
