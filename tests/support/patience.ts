/** How many times longer than promised something may take before a slow test fails: a loaded machine is slow, a fault is much slower. */
export const PATIENCE = 5;
