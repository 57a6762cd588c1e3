/** States that share a border by land (IBGE): a way goes from one to a neighbour. */
const NEIGHBOURS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    AC: 'AM RO',
    AL: 'BA PE SE',
    AM: 'AC MT PA RO RR',
    AP: 'PA',
    BA: 'AL ES GO MG PE PI SE TO',
    CE: 'PB PE PI RN',
    DF: 'GO MG',
    ES: 'BA MG RJ',
    GO: 'BA DF MG MS MT TO',
    MA: 'PA PI TO',
    MG: 'BA DF ES GO MS RJ SP',
    MS: 'GO MG MT PR SP',
    MT: 'AM GO MS PA RO TO',
    PA: 'AM AP MA MT RR TO',
    PB: 'CE PE RN',
    PE: 'AL BA CE PB PI',
    PI: 'BA CE MA PE TO',
    PR: 'MS SC SP',
    RJ: 'ES MG SP',
    RN: 'CE PB',
    RO: 'AC AM MT',
    RR: 'AM PA',
    RS: 'SC',
    SC: 'PR RS',
    SE: 'AL BA',
    SP: 'MG MS PR RJ',
    TO: 'BA GO MA MT PA PI',
  }).map(([UF, list]) => [UF, list.split(' ')]),
)

const borders = (from: string, to: string): boolean => NEIGHBOURS.get(from)?.includes(to) === true

/** The first step of a way that does not lead into a neighbour; undefined where each does. A way within one state, and one that leaves the country, is not judged. */
export function brokenStep(way: readonly string[]): readonly [from: string, to: string] | undefined {
  for (let index = 1; index < way.length; index++) {
    const [from = '', to = ''] = [way[index - 1], way[index]]
    if (from !== to && from !== 'EX' && to !== 'EX' && !borders(from, to)) return [from, to]
  }
  return undefined
}

/** The states between two of them by the fewest borders, in order; none for neighbours, for one state alone, and where there is no way. */
export function shortestWay(from: string, to: string): readonly string[] {
  const before = new Map<string, string>([[from, '']])
  for (const here of before.keys()) {
    if (here === to) break
    for (const next of NEIGHBOURS.get(here) ?? []) if (!before.has(next)) before.set(next, here)
  }
  const way: string[] = []
  for (let here = before.get(to); here !== undefined && here !== from && here !== ''; here = before.get(here))
    way.unshift(here)
  return way
}
