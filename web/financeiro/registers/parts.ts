/** The registers of finance come as one part of the program. */
export { AccountForm, Accounts } from './account'
export { Costs, Results } from './centres'
export { Plan, PlanForm } from './plan'
