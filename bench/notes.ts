/**
 * A thousand notes from the invoicing of their sales to the authority's protocol, two of the company under way at a time: bound 60 s. The server and the authority's simulator are processes of
 * their own. Then 5,000 (NOTES others): what memory the server has after each part, with its garbage gone: it may grow by 64 MB from the first thousand on.
 * On a shared machine the processor time of the server is what compares.
 */
import { openIssuing } from './issuing'
import { figure } from './measure'

const TIMED = 1_000
const BOUND_S = 60
const BOUND_GROWTH_MB = 64
const MARKS = (process.env.NOTES ?? '2500,5000').split(',').map(Number)

const { session, sales, issued, memory, end } = await openIssuing()
const NOTES = {
  issue: (id: number) => session.call('POST', `venda/${id}/fatura`),
  counts: `select count(*) filter (where status = 1)::int as waiting, count(*) filter (where status = 3)::int as done, count(*)::int as all from nfe`,
}

const timed = await issued(await sales(TIMED), NOTES)
const first = await memory()
figure(
  `${TIMED} notes invoiced and authorised`,
  { ...timed, bound_s: BOUND_S, rss_mb: first },
  timed.seconds <= BOUND_S,
)
let done = TIMED
for (const mark of MARKS) {
  await issued(await sales(mark - done), NOTES)
  done = mark
  const rss_mb = await memory()
  const grown_mb = rss_mb - first
  figure(`memory after ${mark} notes`, { rss_mb, grown_mb, bound_mb: BOUND_GROWTH_MB }, grown_mb <= BOUND_GROWTH_MB)
}
await end()
process.exit()
