// The indices are there anyway.
#pragma once
